import { officeJson } from '@/lib/web/download'
import { operatorSections } from '@/lib/web/operator-office'
import { personFile } from '../../../../_components/person-file'

export const GET = officeJson(operatorSections.privacy, personFile('json'))

import { officePdf } from '@/lib/web/download'
import { operatorSections } from '@/lib/web/operator-office'
import { personFile } from '../../../../_components/person-file'

export const GET = officePdf(operatorSections.privacy, personFile('pdf'))

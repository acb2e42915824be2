import { exportTrail } from '@/lib/audit/export-trail'
import { findSigningKey } from '@/lib/data-keys/find-signing-key'
import { dataKeysOf } from '@/lib/env'
import { textOf } from '@/lib/kernel/address'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { localDayOfText } from '@/lib/language/days'
import { officeJsonLines } from '@/lib/web/download'
import { officeService } from '@/lib/web/office-service'
import { operatorSections } from '@/lib/web/operator-office'

export const GET = officeJsonLines(operatorSections.activity, async (ctx, asked) => {
  const day = localDayOfText(textOf(asked, 'day'))
  if (day === undefined) throw new OfficeFault('not_found')
  const auditKey = await findSigningKey(ctx.db, dataKeysOf(officeService().env), 'aliado audit signing v1')
  const file = await exportTrail({ ...ctx, auditKey }, { day })
  return { name: ['aliado-audit', day], bytes: Buffer.from(file) }
})

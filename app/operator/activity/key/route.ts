import { auditKey } from '@/lib/audit/trail-file'
import { publishedKey } from '@/lib/kernel/signing-key'
import { officePem } from '@/lib/web/download'
import { officeService } from '@/lib/web/office-service'
import { operatorSections } from '@/lib/web/operator-office'

/** The public key of exported days of the trail. */
export const GET = officePem(operatorSections.activity, async () => {
  const { pem } = publishedKey(auditKey(officeService().env.DATA_KEY))
  return { name: ['aliado-audit-key'], bytes: Buffer.from(pem) }
})

import { findSigningKey } from '@/lib/data-keys/find-signing-key'
import { dataKeysOf } from '@/lib/env'
import { publishedKey } from '@/lib/kernel/signing-key'
import { officePem } from '@/lib/web/download'
import { officeService } from '@/lib/web/office-service'
import { operatorSections } from '@/lib/web/operator-office'

/** The public key of exported days of the trail. */
export const GET = officePem(operatorSections.activity, async () => {
  const { db, env } = officeService()
  const { pem } = publishedKey(await findSigningKey(db, dataKeysOf(env), 'aliado audit signing v1'))
  return { name: ['aliado-audit-key'], bytes: Buffer.from(pem) }
})

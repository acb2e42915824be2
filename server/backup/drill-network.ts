import { randomBytes } from 'node:crypto'
import type { Sql } from '@/db/client'
import { atMostOne } from '@/db/rows'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import type { DataKeys } from '@/lib/kernel/data-keys'
import { loadNetwork } from '@/lib/network-file/load-network'

/** The merchant that the drill sells as, its people and a key for this time. Nothing of it is real. */
export type DrillShop = {
  readonly apiKey: string
  readonly identificationTypeId: number
  readonly identifications: readonly string[]
  readonly discountIds: readonly number[]
  /** Ends the key. The merchant and its sales stay, as all that was ever sold. */
  close(): Promise<void>
}

const merchantKey = 'backup-drill'

/** Makes the shop, or gives the one that is there a new key. */
export async function openDrillShop(sql: Sql, dataKey: DataKeys | string): Promise<DrillShop> {
  const known = atMostOne(await sql<{ id: number }[]>`select id from identification_types order by id limit 1`)
  const identificationTypeId = known?.id ?? 1
  const identifications = Array.from({ length: 20 }, (_, n) => `DRILL${n}`)
  const keyName = `drill-${randomBytes(4).toString('hex')}`
  const discount = { validFrom: '2026-01-01', validTo: '2099-12-31', scope: { kind: 'store' } }
  const limits = { usesTotal: 1_000_000, budget: 100_000_000, perCollaboratorPerDay: 100_000 }
  const loaded = await loadNetwork(
    sql,
    {
      version: 1,
      identificationTypes: known ? [] : [{ id: 1, name: 'Cédula' }],
      merchants: [
        {
          key: merchantKey,
          name: 'Simulacro de respaldo',
          discounts: [
            { ...discount, key: 'free', name: '10 %', description: 'Sin límites', type: 'PCT', value: 10 },
            { ...discount, key: 'limited', name: 'RD$5', description: 'Con límites', type: 'AMT', value: 5, limits },
          ],
          apiKeys: [{ key: keyName, name: keyName, permissions: ['core.integrations'], validityDays: 30 }],
        },
      ],
      companies: [
        {
          key: merchantKey,
          name: 'Simulacro de respaldo',
          affiliations: [merchantKey],
          grants: ['free', 'limited'].map((key) => ({ merchant: merchantKey, discount: key, to: 'team' })),
          collaborators: identifications.map((identification, n) => ({
            identificationTypeId,
            identification,
            firstName: 'Simulacro',
            lastName: `Número ${n}`,
          })),
        },
      ],
    },
    deriveIdentificationKeys(dataKey),
    'test',
  )
  const merchant = loaded.merchants[merchantKey]
  const apiKey = merchant?.apiKeys[keyName]
  if (!merchant || typeof apiKey !== 'string') throw new Error('The network load gave the drill no key.')
  return {
    apiKey,
    identificationTypeId,
    identifications,
    discountIds: Object.values(merchant.discounts),
    close: async () => {
      await sql`
        with ended as (
          update api_keys set revoked_at = now() where merchant_id = ${merchant.id} and key = ${keyName} returning id)
        insert into audit_events (merchant_id, actor, action, subject_type, subject_id)
        select ${merchant.id}, 'operator', 'api_key.revoked', 'api_key', id::text from ended`
    },
  }
}

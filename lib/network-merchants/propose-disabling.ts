import * as z from 'zod'
import type { OfficeTx } from '@/db/office'
import { findStanding } from '@/db/queries/offices/merchant-disablings'
import { sumEffect } from '@/db/queries/offices/network-merchants'
import type { Carried } from '@/lib/approvals/registry'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { localTimestamp } from '@/lib/language/days'
import { disableMerchant, requireDisablable } from './disable-merchant'
import { disablingCauses, disablingMessageLengthMax } from './disabling'

const schema = z.object({
  merchantId: z.number().int().positive(),
  cause: z.enum(disablingCauses),
  message: z.string().min(1).max(disablingMessageLengthMax),
  /** An instant; null for at once, which is when it is approved. */
  takesEffectAt: z.iso.datetime().nullable(),
})

type Payload = z.output<typeof schema>

const momentOf = ({ takesEffectAt }: Payload) => (takesEffectAt === null ? null : new Date(takesEffectAt))

/** An order to disable a merchant needs two people (ADR-0055). Its effect is of the moment in which somebody reads it. */
export const merchantDisabling: Carried<Payload> = {
  schema,
  words: async ({ db }, payload) => {
    const { merchantId, message } = payload
    const [standing, effect] = [await findStanding(db, merchantId), await sumEffect(db, merchantId)]
    if (!standing || !effect) throw new OfficeFault('not_found')
    const moment = momentOf(payload)
    return {
      name: standing.name,
      when: moment === null ? 'now' : localTimestamp(moment).slice(0, 16),
      message,
      credentials: effect.apiKeys + effect.oauthClients,
      reservations: effect.reservations.count,
      people: effect.losing.people,
    }
  },
  check: async ({ db, now }, payload) => {
    requireDisablable(await findStanding(db, payload.merchantId), momentOf(payload), now())
  },
  carryOut: async (ctx, payload) => {
    const order = { ...payload, takesEffectAt: momentOf(payload), orderedBy: ctx.member.userId }
    // The approval's own transaction.
    await disableMerchant(ctx.db as unknown as OfficeTx, ctx, order)
  },
}

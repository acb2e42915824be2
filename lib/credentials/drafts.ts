import * as z from 'zod'
import { nameUpTo } from '@/lib/kernel/names'
import { apiKeyValidityDays, credentialPermissions } from './permissions'
import { credentialFormat } from './reference'
import { quietHoursChoices } from './replacement'
import { publicNameOf } from './shape'

export const nameLengthMax = 60

/** The name of a credential, in composed characters, without white space around it or doubled inside. */
export const credentialName = nameUpTo(nameLengthMax)

/** In the order of the contract, each once. */
const permissions = z
  .array(z.enum(credentialPermissions))
  .min(1, 'permissions_missing')
  .transform((chosen) => credentialPermissions.filter((one) => chosen.includes(one)))

export const newOAuthClient = z.object({ name: credentialName, permissions })
export type NewOAuthClient = z.output<typeof newOAuthClient>

/** Forms send texts. */
const validityDays = z
  .string('validity_missing')
  .pipe(z.enum(apiKeyValidityDays.map(String), 'validity_missing'))
  .transform((text) => Number(text) as (typeof apiKeyValidityDays)[number])

export const newApiKey = z.object({ name: credentialName, permissions, validityDays })
export type NewApiKey = z.output<typeof newApiKey>

const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(2_147_483_647))

/** To be reminded of a credential: its name in an address, such as `key-12`. */
export const remindedCredential = z.object({
  credential: z.string().transform((text, issues) => {
    const credential = credentialFormat.read(text)
    if (credential === undefined) issues.addIssue({ code: 'custom', message: 'invalid_input' })
    return credential ?? z.NEVER
  }),
})

/** To end all of a merchant's credentials: the merchant's name as the user typed it, which must be right. */
export const confirmedEnd = z.object({ confirmation: z.string().max(500) })
export type ConfirmedEnd = z.output<typeof confirmedEnd>

/** To revoke, delete or rotate: which credential, and its name as the user typed it, which must be right. */
export const confirmedCredential = z.object({ id, confirmation: z.string().max(500) })
export type ConfirmedCredential = z.output<typeof confirmedCredential>

const kind = z.enum(['api_key', 'oauth_client'])

/** From where a credential is to be accepted, each network a word; none for anywhere. `seen` is what the asker saw, to tell a change since. */
export const restriction = z.object({
  kind,
  id,
  addresses: z.string().max(5_000).transform(wordsOf),
  seen: z.string().max(5_000).transform(wordsOf),
})
export type Restriction = z.output<typeof restriction>

/** A credential by its public name. A text that may hold a secret is refused, and not repeated. */
export const namedCredential = z.object({
  name: z.string().transform((text, ctx) => {
    const name = publicNameOf(text)
    if (name === undefined) ctx.addIssue('invalid_input')
    return name ?? z.NEVER
  }),
})

/** To replace a credential: which one, the terminal that is changed first or none, and after how many quiet hours it may be ended. */
export const newReplacement = z.object({
  kind,
  id,
  canary: z
    .string()
    .regex(/^[A-Za-z0-9._:-]{0,64}$/, 'canary_unknown')
    .transform((text) => (text === '' ? null : text)),
  quietHours: z
    .string('quiet_hours_missing')
    .pipe(z.enum(quietHoursChoices.map(String), 'quiet_hours_missing'))
    .transform(Number),
})
export type NewReplacement = z.output<typeof newReplacement>

/** A replacing, by its new credential. */
export const replacement = z.object({ kind, id })

/** To give a replacing up: what becomes of a new credential that was used; null while its asker believes that it was not. */
export const abandonedReplacement = replacement.extend({
  used: z.enum(['', 'end', 'keep']).transform((text) => (text === '' ? null : text)),
})
export type AbandonedReplacement = z.output<typeof abandonedReplacement>

/** Of which rotation the watching ends. */
export const switchOverEnd = z.object({ id, rotatedAt: z.iso.datetime().transform((text) => new Date(text)) })

/** The last rotation that the asker has seen, empty for none: of two rotations at once the second is refused. */
const seenRotatedAt = z
  .string()
  .transform((text) => (text === '' ? null : new Date(text)))
  .pipe(z.date().nullable())

export const rotation = confirmedCredential.extend({ seenRotatedAt })
export type Rotation = z.output<typeof rotation>

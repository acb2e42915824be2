import * as z from 'zod'
import { emailSchema } from '@/lib/accounts/email'
import { bareIdentification } from '@/lib/identification/cedula'
import { identificationPattern } from '@/lib/identification/identification'

/** No line breaks, no unpaired surrogates, and no characters that reverse the direction of the text around them. */
const oneLine = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u

const text = (max: number, codes: { missing: string; tooLong: string }) =>
  z
    .string(codes.missing)
    .transform((given) => given.normalize('NFC').trim().replace(/\s+/gu, ' '))
    .pipe(z.string().min(1, codes.missing).max(max, codes.tooLong).regex(oneLine, 'text_unshowable'))

export const firstNameSchema = text(100, { missing: 'first_name_missing', tooLong: 'first_name_too_long' })
export const lastNameSchema = text(100, { missing: 'last_name_missing', tooLong: 'last_name_too_long' })
export const typeNameSchema = text(60, { missing: 'type_name_missing', tooLong: 'type_name_too_long' })

/**
 * An identification as people write it, with hyphens, dots and spaces; it is kept without them (D23). The check digit is not
 * demanded: valid cedulas fail it.
 */
export const identificationSchema = z
  .string('identification_missing')
  .transform(bareIdentification)
  .pipe(z.string().min(1, 'identification_missing').regex(identificationPattern, 'identification_malformed'))

const digits = (max: number) => (given: string) => /^[1-9]\d{0,14}$/.test(given) && Number(given) <= max
const idOf = (max: number, code: string) => z.string(code).refine(digits(max), code).transform(Number)

export const identificationTypeIdSchema = idOf(2_147_483_647, 'identification_type_missing')
const collaboratorId = idOf(Number.MAX_SAFE_INTEGER, 'not_found')
const typeId = idOf(2_147_483_647, 'not_found')

const blankAsNull = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), z.undefined().transform(() => null), schema])

/** An address, or null for none. */
export const emailOrNoneSchema = z
  .string()
  .optional()
  .transform((given) => given?.trim() || null)
  .pipe(z.union([z.null(), emailSchema], 'email_invalid'))

/**
 * What may change of a collaborator. The identification may not: their consumptions belong to the person that it identifies.
 */
const changeable = {
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  email: emailOrNoneSchema,
  typeId: blankAsNull(typeId),
}

export const newCollaborator = z.object({
  identificationTypeId: identificationTypeIdSchema,
  identification: identificationSchema,
  ...changeable,
})
export type NewCollaborator = z.output<typeof newCollaborator>

export const collaboratorChanges = z.object({ id: collaboratorId, ...changeable })
export type CollaboratorChanges = z.output<typeof collaboratorChanges>

export const oneCollaborator = z.object({ id: collaboratorId })

/** The people of a list, by the address of the list: the filter is read from it. */
export const listedCollaborators = z.object({
  list: z
    .string()
    .max(1_000)
    .regex(/^\/company\/collaborators(\?|$)/),
})

export const soughtIdentification = z.object({
  identificationTypeId: identificationTypeIdSchema,
  identification: identificationSchema,
})

export const importChosen = z.object({ importId: typeId })
/** `seen` is the fingerprint of the preview: only what the preview showed is applied. */
export const importConfirmed = importChosen.extend({ seen: z.string().max(200) })

export const newType = z.object({ name: typeNameSchema })
export const renamedType = z.object({ id: typeId, name: typeNameSchema })

/** What a list may show of an identification: its last characters, at most four and at most a third of it. */
export const tailOf = (identification: string): string =>
  identification.slice(identification.length - Math.min(4, Math.floor(identification.length / 3)))

import type { Columns } from '@/lib/files/table'
import { cedulaDoubtOf, isCedula } from '@/lib/identification/cedula'
import { type Note, type PlannedLine, type ReadLine, refused, refuseRepeats, type Said } from '@/lib/imports/plan'
import { present } from '@/lib/kernel/assert'
import { foldName } from '@/lib/kernel/names'
import type { refusalOf } from '@/lib/sandbox/identities'
import { emailOrNoneSchema, firstNameSchema, identificationSchema, lastNameSchema, typeNameSchema } from './drafts'

export const collaboratorColumns = {
  identificationType: {
    es: 'Tipo de identificación',
    en: 'Identification type',
    also: ['Tipo de documento', 'Document type', 'Tipo ID'],
    required: true,
  },
  identification: {
    es: 'Identificación',
    en: 'Identification',
    also: ['Número de identificación', 'Documento', 'Cédula', 'Document', 'ID'],
    required: true,
  },
  firstName: { es: 'Nombres', en: 'First names', also: ['Nombre', 'First name', 'Name'] },
  lastName: { es: 'Apellidos', en: 'Surnames', also: ['Apellido', 'Surname', 'Last name', 'Last names'] },
  type: { es: 'Tipo de colaborador', en: 'Collaborator type', also: ['Tipo', 'Type'] },
  email: { es: 'Correo', en: 'E-mail', also: ['Correo electrónico', 'Email', 'Mail'] },
  active: { es: 'Activo', en: 'Active', also: ['Estado', 'Status'] },
} as const satisfies Columns<string>

export type CollaboratorColumn = keyof typeof collaboratorColumns

/**
 * What a line says of a collaborator; undefined where the file has no such column. For none, `type` is '' and `email` is null.
 */
export type PersonOfLine = {
  readonly identificationType: string
  readonly identification: string
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  readonly type: string | undefined
  readonly email: string | null | undefined
  readonly active: boolean | undefined
}

/** A collaborator of the company, as the plan compares them. */
export type Standing = {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly active: boolean
  readonly type: string | null
}

export type KnownPeople = {
  readonly identificationTypes: readonly { readonly id: number; readonly name: string }[]
  /** By folded name. */
  readonly types: ReadonlyMap<string, { readonly id: number; readonly name: string }>
  /** By `keyOf`. */
  readonly people: ReadonlyMap<string, Standing>
  /** Who is active in another company, by `keyOf`. */
  readonly elsewhere: ReadonlySet<string>
  readonly keyOf: (identificationTypeId: number, identification: string) => string
  /** Why nobody new is taken with that identification here (D67). */
  readonly refusalOf: (identificationTypeId: number, identification: string) => ReturnType<typeof refusalOf>
}

export type PlannedPerson = PlannedLine<PersonOfLine>

const plain = (text: string): string => foldName(text).normalize('NFD').replace(/\p{M}/gu, '')

/**
 * The identification type that a text names: by its number, its name, or a beginning that no other name has; "cedula" is
 * "Cédula de identidad".
 */
export function identificationTypeOf(
  text: string,
  { identificationTypes }: Pick<KnownPeople, 'identificationTypes'>,
): { readonly id: number; readonly name: string } | undefined {
  const said = plain(text)
  const whole = identificationTypes.find(({ id, name }) => String(id) === said || plain(name) === said)
  const [only, ...others] =
    said.length < 3 ? [] : identificationTypes.filter(({ name }) => plain(name).startsWith(said))
  return whole ?? (others.length === 0 ? only : undefined)
}

const yes = ['si', 'sí', 's', 'yes', 'y', 'true', '1', 'x', 'activo', 'activa', 'active', 'verdadero']
const no = ['no', 'n', 'false', '0', 'inactivo', 'inactiva', 'inactive', 'falso']

/** Reads one line, without regard to the others. */
export function readPerson(
  cells: Said<CollaboratorColumn>,
): { row: PersonOfLine; warnings: Note[] } | { reasons: readonly Note[] } {
  const reasons: Note[] = []
  const take = <T>(
    column: CollaboratorColumn,
    parsed: { success: true; data: T } | { success: false; error: { issues: readonly { message: string }[] } },
  ): T | undefined => {
    if (parsed.success) return parsed.data
    reasons.push({ code: parsed.error.issues[0]?.message ?? 'invalid_input', column })
    return undefined
  }
  const said = (column: CollaboratorColumn) => cells[column]?.trim()
  const identificationType = said('identificationType') ?? ''
  if (identificationType === '') reasons.push({ code: 'identification_type_missing', column: 'identificationType' })
  const identification = take('identification', identificationSchema.safeParse(said('identification') ?? ''))
  // An empty name keeps the current one; a new collaborator must have a name, which the plan checks.
  const firstName = said('firstName') ? take('firstName', firstNameSchema.safeParse(said('firstName'))) : undefined
  const lastName = said('lastName') ? take('lastName', lastNameSchema.safeParse(said('lastName'))) : undefined
  const email = said('email') === undefined ? undefined : take('email', emailOrNoneSchema.safeParse(said('email')))
  const type = said('type') ? take('type', typeNameSchema.safeParse(said('type'))) : said('type')
  const active = activeOf(said('active'))
  if (active === 'unreadable') reasons.push({ code: 'active_unreadable', column: 'active' })
  if (reasons.length > 0 || identification === undefined || active === 'unreadable') return { reasons }
  return { row: { identificationType, identification, firstName, lastName, type, email, active }, warnings: [] }
}

function activeOf(text: string | undefined): boolean | undefined | 'unreadable' {
  const word = text?.toLocaleLowerCase('es')
  if (!word) return undefined
  if (yes.includes(word)) return true
  return no.includes(word) ? false : 'unreadable'
}

/** What each line does, given the other lines and the current collaborators. */
export function planPeople(
  lines: readonly ReadLine<CollaboratorColumn, PersonOfLine>[],
  known: KnownPeople,
): PlannedPerson[] {
  const typeOf = (row: PersonOfLine) => identificationTypeOf(row.identificationType, known)
  const typed = lines.map((read) => {
    const { row, ...rest } = read
    if (!row || typeOf(row)) return read
    return { ...rest, reasons: [{ code: 'identification_type_unknown', column: 'identificationType' }] }
  })
  const typeKnown = (row: PersonOfLine) => present(typeOf(row), 'a line of an unknown type is refused')
  const keyOf = (row: PersonOfLine) => known.keyOf(typeKnown(row).id, row.identification)
  // A network file may have given a test's people any identification: who stands is changed by a file as ever.
  const refusal = (row: PersonOfLine, isHere: boolean) => {
    const code = known.refusalOf(typeKnown(row).id, row.identification)
    return code === undefined || (code === 'identification_not_of_test' && isHere)
      ? []
      : [{ code, column: 'identification' }]
  }
  return refuseRepeats(typed, keyOf, contentOf).map((read) => {
    const { row, ...rest } = read
    if (!row) return refused(read)
    const key = keyOf(row)
    const stands = known.people.get(key)
    const reasons = [
      ...refusal(row, stands !== undefined),
      ...(stands ? [] : missingOf(row)),
      ...((row.active ?? stands?.active ?? true) && !stands?.active && known.elsewhere.has(key)
        ? [{ code: 'employed_elsewhere', column: 'identification' }]
        : []),
    ]
    if (reasons.length > 0) return refused({ ...rest, reasons })
    const warnings = [...rest.warnings, ...doubtsOf(row, typeKnown(row).name)]
    return stands
      ? { ...rest, row, warnings, ...changeOf(row, stands) }
      : { ...rest, row, warnings, outcome: 'added' as const }
  })
}

const contentOf = ({ firstName, lastName, type, email, active }: PersonOfLine) =>
  JSON.stringify([
    firstName ?? null,
    lastName ?? null,
    type === undefined ? 0 : foldName(type),
    email ?? 0,
    active ?? null,
  ])

const missingOf = ({ firstName, lastName }: PersonOfLine): Note[] => [
  ...(firstName === undefined ? [{ code: 'first_name_missing', column: 'firstName' }] : []),
  ...(lastName === undefined ? [{ code: 'last_name_missing', column: 'lastName' }] : []),
]

/** Warns of what is probably no cédula: the line is applied all the same (D23). */
function doubtsOf({ identification }: PersonOfLine, type: string): Note[] {
  const code = isCedula(type) ? cedulaDoubtOf(identification) : undefined
  return code === undefined ? [] : [{ code, column: 'identification' }]
}

function changeOf(row: PersonOfLine, stands: Standing): Pick<PlannedPerson, 'outcome' | 'before'> {
  const { firstName, lastName, email, type, active } = row
  const before = {
    ...(firstName === undefined || firstName === stands.firstName ? {} : { firstName: stands.firstName }),
    ...(lastName === undefined || lastName === stands.lastName ? {} : { lastName: stands.lastName }),
    ...(type === undefined || foldName(type) === foldName(stands.type ?? '') ? {} : { type: stands.type ?? '' }),
    ...(email === undefined || email === stands.email ? {} : { email: stands.email ?? '' }),
    ...(active === undefined || active === stands.active ? {} : { active: stands.active ? 'yes' : 'no' }),
  }
  return Object.keys(before).length === 0 ? { outcome: 'same' } : { outcome: 'changed', before }
}

/** The types that lines name and the company does not have, spelled as in the first line that names them. */
export function newTypes(lines: readonly PlannedPerson[], { types }: Pick<KnownPeople, 'types'>): string[] {
  const names = new Map<string, string>()
  for (const { outcome, row, before } of lines) {
    const isNamed = outcome === 'added' || (outcome === 'changed' && before && 'type' in before)
    if (!isNamed || !row?.type) continue
    const folded = foldName(row.type)
    if (!types.has(folded) && !names.has(folded)) names.set(folded, row.type)
  }
  return [...names.values()]
}

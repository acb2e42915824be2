/** What the list of a company's people can be narrowed to, as the address of its page says it. */
export type CollaboratorFilter = {
  /** A part of a name. An identification never stands in an address (D32): a text with digits is not looked for. */
  readonly search: string | undefined
  /** `none` are those without a type. */
  readonly type: number | 'none' | undefined
  readonly status: (typeof collaboratorStatuses)[number] | undefined
  /** By name after that person, or before. */
  readonly after: number | undefined
  readonly before: number | undefined
}

export const collaboratorStatuses = ['active', 'inactive'] as const

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads an address: what does not fit counts as not said. */
export function collaboratorFilterOf(asked: Asked): CollaboratorFilter {
  const text = (name: string) => {
    const value = asked[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const id = (name: string, max: number) => {
    const value = text(name)
    return /^[1-9]\d{0,14}$/.test(value) && Number(value) <= max ? Number(value) : undefined
  }
  // PostgreSQL's texts hold no U+0000.
  const search = text('q').replaceAll('\0', '').slice(0, 100)
  return {
    search: search === '' || /\d/.test(search) ? undefined : search,
    type: text('type') === 'none' ? 'none' : id('type', 2_147_483_647),
    status: collaboratorStatuses.find((status) => status === text('status')),
    after: id('after', Number.MAX_SAFE_INTEGER),
    before: id('before', Number.MAX_SAFE_INTEGER),
  }
}

/** How many of the filters below the search say something. */
export const narrowedBy = ({ type, status }: CollaboratorFilter): number =>
  [type, status].filter((value) => value !== undefined).length

export const collaboratorsHome = '/company/collaborators'

/** The address of the list so narrowed, or of its file, at another place in it. */
export function collaboratorsPath(
  { search, type, status }: CollaboratorFilter,
  options: { after?: number; before?: number; path?: string } = {},
): string {
  const { path = collaboratorsHome, ...place } = options
  const query = new URLSearchParams()
  if (search !== undefined) query.set('q', search)
  if (type !== undefined) query.set('type', String(type))
  if (status !== undefined) query.set('status', status)
  for (const [name, id] of Object.entries(place)) query.set(name, String(id))
  return `${path}${query.size > 0 ? `?${query}` : ''}`
}

/** The words of a search as the database compares them: lower case, without accents. */
export const wordsOf = (search: string | undefined): string[] =>
  (search ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('es')
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, 8)

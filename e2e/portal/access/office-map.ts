import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, projectRoot } from '../../law/files'

/** Whose a page is: a merchant's office, a company's, the operator's, a collaborator's own page, or the account of whoever is signed in. */
export const areas = ['portal', 'company', 'operator', 'me', 'account'] as const
export type Area = (typeof areas)[number]

/** A page or a route behind signing in. */
export type OfficePage = {
  readonly file: string
  /** Its address, with what it leaves open: `/portal/integrations/keys/[id]`. */
  readonly template: string
  readonly area: Area
  readonly kind: 'page' | 'route'
  /** The methods that it answers. */
  readonly methods: readonly string[]
}

/** A server action, as the sources have it. */
export type OfficeAction = { readonly file: string; readonly name: string }

/** Pages for everybody: the ways in, and what integrators read. Each decides for itself whom it serves, and has tests of its own. */
const openPages = [
  '/',
  '/certificates/[code]',
  '/developers/[[...path]]',
  '/forgot-password',
  '/installer',
  '/invitation',
  '/me/enter',
  '/me/sign-in',
  '/reset-password',
  '/sign-in',
  '/sign-in/verify',
  '/status',
]

/** Doors of machines, which know no sessions, what an installer's page asks for, what integrators read, and the way out. */
const openRoutes =
  /^\/(api|calendar|certificates|connect|developers|health|installer|\.well-known)\/|^\/llms(-full)?\.txt$|^\/(metrics|status\.rss)$|^(\/me)?\/sign-out$/

/** What who is not signed in may call: the ways in, and how they want to see them. */
export const openActions = [
  'acceptAsNewUserAction',
  'chooseLanguage',
  'chooseTheme',
  'enterAction',
  'forgotAction',
  'mailLinkAction',
  'resetAction',
  'signInAction',
  // Leads to sign in by itself: it is for who has given their password.
  'verifyAction',
]

/** Every page and route of the sources that is not for everybody; throws for one that is nobody's. */
export function officePages(): OfficePage[] {
  return filesUnder(['app'], /\/(page\.tsx|route\.ts)$/).flatMap((file) => {
    const template = templateOf(file)
    const kind = file.endsWith('page.tsx') ? 'page' : 'route'
    if (kind === 'page' ? openPages.includes(template) || isNoPage(template) : openRoutes.test(template)) return []
    const area = areas.find((one) => template === `/${one}` || template.startsWith(`/${one}/`))
    if (area === undefined) throw new Error(`${file}: say in e2e/portal/access/office-map.ts whose page that is`)
    return [{ file, template, area, kind, methods: kind === 'page' ? ['GET'] : methodsOf(file) }]
  })
}

/** What answers where there is no page, within the frame of an area: nobody's, and shows nothing. */
const isNoPage = (template: string) => template.endsWith('/[...missing]')

/** `app/(entry)/sign-in/page.tsx` is `/sign-in`. */
const templateOf = (file: string) =>
  file
    .replace(/^app/, '')
    .replace(/\/(page\.tsx|route\.ts)$/, '')
    .replace(/\/\([^)]+\)/g, '') || '/'

const textOf = (file: string) => readFileSync(join(projectRoot, file), 'utf8')

const methodsOf = (file: string) =>
  [...textOf(file).matchAll(/^export (?:async function|const) (GET|POST|PUT|PATCH|DELETE)\b/gm)].flatMap(
    ([, method]) => method ?? [],
  )

/** Every server action of the sources. */
export const officeActions = (): OfficeAction[] =>
  filesUnder(['app', 'lib', 'components'], /\.tsx?$/)
    .filter((file) => /^\s*['"]use server['"]/m.test(textOf(file)))
    .flatMap((file) =>
      [...textOf(file).matchAll(/^export (?:async function|const) (\w+)/gm)].flatMap(([, name]) =>
        name === undefined ? [] : { file, name },
      ),
    )

/** Where an area leads those whom it does not know, and those who owe the second step. */
export const entrances: Readonly<Record<Area, { signIn: RegExp; pending: RegExp }>> = {
  portal: { signIn: /^\/sign-in(\?|$)/, pending: /^\/sign-in\/verify(\?|$)/ },
  operator: { signIn: /^\/sign-in(\?|$)/, pending: /^\/sign-in\/verify(\?|$)/ },
  company: { signIn: /^\/sign-in(\?|$)/, pending: /^\/sign-in\/verify(\?|$)/ },
  account: { signIn: /^\/sign-in(\?|$)/, pending: /^\/sign-in\/verify(\?|$)/ },
  // A session of the offices is none here.
  me: { signIn: /^\/me\/sign-in(\?|$)/, pending: /^\/me\/sign-in(\?|$)/ },
}

/** The area of an action: that of its file. Those beside no office's pages are the account's. */
export const areaOfAction = ({ file }: OfficeAction): Area =>
  areas.find((area) => file.startsWith(`app/${area}/`)) ?? 'account'

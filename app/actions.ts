'use server'

import { revalidatePath } from 'next/cache'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import {
  chooseCompany as chooseCompanyOf,
  chooseLanguage as chooseLanguageOf,
  chooseMerchant as chooseMerchantOf,
} from '@/lib/accounts/set-preferences'
import { putAnnouncementAway as putAway } from '@/lib/announcements/list-announcements'
import { env } from '@/lib/env'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { isLanguage } from '@/lib/language/language'
import { languageCookie } from '@/lib/web/language'
import { companyHomePath, homePath } from '@/lib/web/own-path'
import { isSameOrigin } from '@/lib/web/same-origin'
import { currentSession, requireUser, signedIn } from '@/lib/web/session'
import { themeCookie, themes } from '@/lib/web/theme'

const yearSeconds = 365 * 24 * 3600

/** Remembers the language that the reader chose: in this browser and, for a signed-in user, wherever they sign in later. */
export async function chooseLanguage(entries: FormData): Promise<void> {
  const language = entries.get('language')
  if (!isLanguage(language) || !(await isSameOrigin())) return
  await remember(languageCookie, language)
  const session = await currentSession()
  if (session && session.stage !== 'second_step') await chooseLanguageOf(await signedIn(session), { language })
  revalidatePath('/', 'layout')
}

/** Remembers, in this browser, whether the reader wants it light or dark. */
export async function chooseTheme(entries: FormData): Promise<void> {
  const theme = themes.find((known) => known === entries.get('theme'))
  if (theme !== undefined && (await isSameOrigin())) await remember(themeCookie, theme)
}

/**
 * Switches this session to another merchant of the user and leads to its first page. If the user is no longer a member of that
 * merchant, the page is only loaded again, and its menu no longer lists the merchant.
 */
export async function chooseMerchant(entries: FormData): Promise<void> {
  const merchantId = idOf(entries.get('merchantId'))
  if (merchantId === undefined || !(await isSameOrigin())) return
  const ctx = await requireUser()
  const isTheirs = await orNone(chooseMerchantOf(ctx, { merchantId }))
  revalidatePath('/', 'layout')
  if (isTheirs) redirect(homePath)
}

/** The same for a company of the user. */
export async function chooseCompany(entries: FormData): Promise<void> {
  const companyId = idOf(entries.get('companyId'))
  if (companyId === undefined || !(await isSameOrigin())) return
  const ctx = await requireUser()
  const isTheirs = await orNone(chooseCompanyOf(ctx, { companyId }))
  revalidatePath('/', 'layout')
  if (isTheirs) redirect(companyHomePath)
}

/** Shows an announcement of the operator to this person no more. */
export async function putAnnouncementAway(entries: FormData): Promise<void> {
  if (!(await isSameOrigin())) return
  const ctx = await requireUser()
  const announcementId = idOf(entries.get('announcementId'))
  if (announcementId === undefined) return
  await orNone(putAway(ctx, { announcementId }))
  revalidatePath('/', 'layout')
}

/** The id that was sent; undefined for a value that no row can have. */
function idOf(sent: FormDataEntryValue | null): number | undefined {
  const id = typeof sent === 'string' && /^[1-9]\d{0,9}$/.test(sent) ? Number(sent) : 0
  return id > 0 && id <= 2_147_483_647 ? id : undefined
}

/** Whether it was there: who chooses an office may have been removed from its team a moment ago. */
async function orNone(choice: Promise<void>): Promise<boolean> {
  try {
    await choice
    return true
  } catch (error) {
    if (error instanceof OfficeFault && error.code === 'not_found') return false
    throw error
  }
}

async function remember(name: string, value: string): Promise<void> {
  const secure = env().PUBLIC_OFFICE_URL.startsWith('https:')
  const store = await cookies()
  store.set(name, value, { maxAge: yearSeconds, path: '/', sameSite: 'lax', httpOnly: true, secure })
}

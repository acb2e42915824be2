'use server'

import { revalidatePath } from 'next/cache'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import {
  chooseCompany as chooseCompanyOf,
  chooseLanguage as chooseLanguageOf,
  chooseMerchant as chooseMerchantOf,
} from '@/lib/accounts/set-preferences'
import { env } from '@/lib/env'
import { isLanguage } from '@/lib/language/language'
import { languageCookie } from '@/lib/web/language'
import { companyHomePath, homePath } from '@/lib/web/own-path'
import { isSameOrigin } from '@/lib/web/same-origin'
import { currentSession, requireUser, signedIn } from '@/lib/web/session'
import { themeCookie, themes } from '@/lib/web/theme'

const yearSeconds = 365 * 24 * 3600

/** Remembers the language that the reader chose: in this browser, and for whoever is signed in, wherever they sign in next. */
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

/** Turns this session to another merchant of the user's, and starts over at its first page. */
export async function chooseMerchant(entries: FormData): Promise<void> {
  const merchantId = Number(entries.get('merchantId'))
  if (!Number.isSafeInteger(merchantId) || !(await isSameOrigin())) return
  await chooseMerchantOf(await requireUser(), { merchantId })
  revalidatePath('/', 'layout')
  redirect(homePath)
}

/** The same, to a company of the user's. */
export async function chooseCompany(entries: FormData): Promise<void> {
  const companyId = Number(entries.get('companyId'))
  if (!Number.isSafeInteger(companyId) || !(await isSameOrigin())) return
  await chooseCompanyOf(await requireUser(), { companyId })
  revalidatePath('/', 'layout')
  redirect(companyHomePath)
}

async function remember(name: string, value: string): Promise<void> {
  const secure = env().PUBLIC_OFFICE_URL.startsWith('https:')
  const store = await cookies()
  store.set(name, value, { maxAge: yearSeconds, path: '/', sameSite: 'lax', httpOnly: true, secure })
}

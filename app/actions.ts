'use server'

import { cookies } from 'next/headers'
import { env } from '@/lib/env'
import { isLanguage } from '@/lib/language/language'
import { languageCookie } from '@/lib/web/language'
import { isSameOrigin } from '@/lib/web/same-origin'
import { themeCookie, themes } from '@/lib/web/theme'

const yearSeconds = 365 * 24 * 3600

/** Remembers, in this browser, the language that the reader chose. */
export async function chooseLanguage(entries: FormData): Promise<void> {
  const language = entries.get('language')
  if (isLanguage(language) && (await isSameOrigin())) await remember(languageCookie, language)
}

/** Remembers, in this browser, whether the reader wants it light or dark. */
export async function chooseTheme(entries: FormData): Promise<void> {
  const theme = themes.find((known) => known === entries.get('theme'))
  if (theme !== undefined && (await isSameOrigin())) await remember(themeCookie, theme)
}

async function remember(name: string, value: string): Promise<void> {
  const secure = env().PUBLIC_OFFICE_URL.startsWith('https:')
  const store = await cookies()
  store.set(name, value, { maxAge: yearSeconds, path: '/', sameSite: 'lax', httpOnly: true, secure })
}

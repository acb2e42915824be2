import { cookies } from 'next/headers'

/** Light and dark by choice; without one, as the system has it. */
export const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

export const themeCookie = 'aliado_theme'

/** What the reader chose in this browser. */
export async function pageTheme(): Promise<Theme> {
  const chosen = (await cookies()).get(themeCookie)?.value
  return themes.find((theme) => theme === chosen) ?? 'system'
}

/** The languages of the offices, Spanish first. */
export const languages = ['es', 'en'] as const

export type Language = (typeof languages)[number]

/** The names of the languages for `Intl` and for the `lang` of a page. */
export const localeOf = { es: 'es-DO', en: 'en-US' } as const satisfies Record<Language, string>

export const isLanguage = (text: unknown): text is Language => languages.includes(text as Language)

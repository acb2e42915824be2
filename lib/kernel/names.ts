import { z } from 'zod'

/** Neither line breaks nor halves of characters, nor what would turn the text around it about. */
const oneLine = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u

/** Characters in their composed form; white space around it and doubled inside does not count. */
const composed = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ')

/** A name that people give to something, in one line. Its faults are `name_missing`, `name_too_long`, `name_unshowable`. */
export const nameUpTo = (lengthMax: number) =>
  z
    .string()
    .transform(composed)
    .pipe(z.string().min(1, 'name_missing').max(lengthMax, 'name_too_long').regex(oneLine, 'name_unshowable'))

/** Names that a person would take for one. */
export const foldName = (name: string): string => composed(name).toLocaleLowerCase('es-DO')

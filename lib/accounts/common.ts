import { dictionary } from '@zxcvbn-ts/language-common'

let listed: ReadonlySet<string> | undefined

/** Digits and signs that people use in place of letters. */
const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const spelled = (text: string) => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign)

/** The shortest part that a text repeats, such as `abc` in `abcabcabc`; the text itself when it repeats nothing. */
const unitOf = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text

const edges = /^[^\p{L}]+|[^\p{L}]+$/gu

/**
 * Whether a password is one of the 49,000 that attackers try first, also repeated, with digits and signs around it, or with
 * digits for letters; or a run of keys or digits. Case does not count (ASVS 6.2.4).
 */
export function isCommon(password: string): boolean {
  listed ??= new Set(dictionary['passwords-common'])
  const lower = password.toLowerCase()
  const unit = unitOf(lower)
  const core = lower.replace(edges, '')
  if (new Set(lower).size < 5 || isRun(lower)) return true
  const forms = [lower, unit, core, unitOf(core), spelled(lower), spelled(lower).replace(edges, ''), spelled(core)]
  return forms.some((form) => form.length > 2 && listed?.has(form)) || unit.length < 4
}

/** Characters that follow one another, up or down, as in `123456789012` and `abcdefghijkl`, and rows of keys. */
function isRun(text: string): boolean {
  const characters = [...text]
  const steps = characters.slice(1).map((character, i) => {
    const step = (character.codePointAt(0) ?? 0) - (characters[i]?.codePointAt(0) ?? 0)
    return Math.abs(step) === 1 || Math.abs(step) === 9
  })
  return steps.filter(Boolean).length >= steps.length - 1 || rows.some((row) => row.includes(text))
}

const rows = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiopasdfghjklñzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'mnbvcxzlkjhgfdsapoiuytrewq',
]

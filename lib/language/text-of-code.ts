/** The texts of any namespace. */
type Texts = {
  (key: never, values: never): string
  has(key: never): boolean
}

/**
 * The text of a code, with its values filled in; undefined when there is none. For codes that come from elsewhere, such as a refusal
 * or an event of the trail: which there are is known at run time alone, so the types can't check this key, here and nowhere else.
 */
export const textOfCode = (
  texts: Texts,
  key: string,
  values?: Readonly<Record<string, string | number>>,
): string | undefined => (texts.has(key as never) ? texts(key as never, values as never) : undefined)

/** The texts of any namespace. */
type Texts = {
  (key: never, values: never): string
  has(key: never): boolean
}

/**
 * The text of a code, with its values filled in; undefined when there is none. For codes that are known only at run
 * time, such as that of a refusal or of an event of the audit trail: the types cannot check their key, here and nowhere
 * else.
 */
export const textOfCode = (
  texts: Texts,
  key: string,
  values?: Readonly<Record<string, string | number>>,
): string | undefined => (texts.has(key as never) ? texts(key as never, values as never) : undefined)

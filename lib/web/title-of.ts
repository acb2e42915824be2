import type { Metadata } from 'next'

/**
 * The title of a page about one thing: what `name` gives, or the list's title for a reader who may not see the thing.
 * The page says why.
 */
export async function titleOf(list: string, name: () => Promise<string | undefined>): Promise<Metadata> {
  try {
    return { title: (await name()) ?? list }
  } catch {
    return { title: list }
  }
}

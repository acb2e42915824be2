import type { Metadata } from 'next'

/** The title of a page of one thing: what `name` says, or its list's title for whoever does not get to see it. Why, the page says. */
export async function titleOf(list: string, name: () => Promise<string | undefined>): Promise<Metadata> {
  try {
    return { title: (await name()) ?? list }
  } catch {
    return { title: list }
  }
}

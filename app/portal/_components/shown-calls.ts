/** The calls of the page, by id, with their rows; `within` is a selector of what holds their links. */
export function shownCalls(within: string): ReadonlyMap<string, Element> {
  const links = document.querySelectorAll<HTMLAnchorElement>(`${within} a[href^="/portal/requests/"]`)
  return new Map(
    [...links].flatMap((link) => {
      const row = link.closest('tr, li')
      return row === null ? [] : [[link.pathname.split('/').at(-1) ?? '', row]]
    }),
  )
}

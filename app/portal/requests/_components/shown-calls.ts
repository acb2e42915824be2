/** The calls of the list, by id, with their rows. */
export function shownCalls(): ReadonlyMap<string, Element> {
  const links = document.querySelectorAll<HTMLAnchorElement>('main tbody th a[href^="/portal/requests/"]')
  return new Map(
    [...links].flatMap((link) => {
      const row = link.closest('tr')
      return row === null ? [] : [[link.pathname.split('/').at(-1) ?? '', row]]
    }),
  )
}

/** An element of a page, which it has by what the page's components say. */
export function find<Found extends HTMLElement>(within: ParentNode, selector: string): Found {
  const found = within.querySelector<Found>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}

/** What has been typed since the key that opens the search was pressed; undefined while the search's field takes it itself. */
let typed: string | undefined

/** Keeps what is typed until the field of the search is there: nobody waits for a field before they type. */
export function keepTyped(): void {
  if (typed === undefined) document.addEventListener('keydown', keep, true)
  typed = ''
}

/** What was kept, once. From here on nothing is. */
export function takeTyped(): string {
  document.removeEventListener('keydown', keep, true)
  const taken = typed ?? ''
  typed = undefined
  return taken
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Escape') takeTyped()
  else if (event.key === 'Backspace') typed = typed?.slice(0, -1)
  else if (event.key.length === 1) typed = `${typed ?? ''}${event.key}`
  else return
  event.preventDefault()
  event.stopPropagation()
}

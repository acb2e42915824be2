/** Whether a key pressed there is for what has the focus: a field, or something that is open above the page. */
export const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]',
  ) !== null

const rowSelector = 'main tbody tr, main [data-row]'

/** Moves the focus to the link of the next or the previous row of the page; Enter then follows it, as on any link. */
export function moveToRow(direction: 'next' | 'previous'): void {
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)].flatMap((row) => {
    const link = row.matches('a[href]') ? row : row.querySelector<HTMLElement>('a[href]')
    return link === null || link.getClientRects().length === 0 ? [] : [{ row, link }]
  })
  const here = rows.findIndex(({ row }) => row.contains(document.activeElement))
  const next = direction === 'next' ? here + 1 : here === -1 ? rows.length - 1 : here - 1
  rows[Math.max(0, Math.min(next, rows.length - 1))]?.link.focus()
}

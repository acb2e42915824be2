import { shortcutOf } from '@/lib/search/keys'
import { moveToRow, takesKeys } from './rows'
import { areSingleKeysOn } from './single-keys'
import { keepTyped, takeTyped } from './typed-early'

/**
 * Hears the keys of an office: moves through rows by itself, and calls `open` for the rest, which says whether it could be opened.
 * Returns what ends it.
 */
export function hearKeys(open: (what: 'search' | 'keys') => Promise<boolean>): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const place = { writes: takesKeys(event.target), singleKeys: areSingleKeysOn() }
    const shortcut = shortcutOf(event, place)
    if (shortcut === undefined) return
    // Something else is open above the page: it is closed first. A toast is a dialog too, and is not in the way.
    const isBelow =
      document.querySelector('[role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu]') !== null
    if (shortcut === 'search' || shortcut === 'keys') {
      event.preventDefault()
      if (isBelow) return
      if (shortcut === 'search') keepTyped()
      open(shortcut).then((isOpen) => isOpen || takeTyped())
    } else if (!isBelow) {
      event.preventDefault()
      moveToRow(shortcut)
    }
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

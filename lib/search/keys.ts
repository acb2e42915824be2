/** What a key of the office means; undefined for every other key. */
export type Shortcut = 'search' | 'keys' | 'next' | 'previous'

const single = new Map<string, Shortcut>([
  ['/', 'search'],
  ['?', 'keys'],
  ['j', 'next'],
  ['k', 'previous'],
])

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'>

/**
 * The meaning of a pressed key. Ctrl-K and ⌘K hold everywhere, also while somebody types; a single key only where it would
 * write nothing, and only for those who have not turned such keys off (WCAG 2.1.4).
 */
export function shortcutOf(pressed: Pressed, place: { writes: boolean; singleKeys: boolean }): Shortcut | undefined {
  if (pressed.defaultPrevented || pressed.isComposing || pressed.altKey) return undefined
  if (pressed.ctrlKey || pressed.metaKey) {
    return pressed.key.toLowerCase() === 'k' && pressed.ctrlKey !== pressed.metaKey ? 'search' : undefined
  }
  return place.writes || !place.singleKeys ? undefined : single.get(pressed.key)
}

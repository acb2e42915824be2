/** Whether keys without Ctrl or ⌘ do something in this browser; each person turns them off and on (WCAG 2.1.4). */

const name = 'aliado-single-keys'

export const areSingleKeysOn = (): boolean => kept() !== 'off'

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    // A browser that keeps nothing leaves them on.
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

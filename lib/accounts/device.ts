import Bowser from 'bowser'

/** What a user agent says of itself: `Chrome`, `Windows`. Absent where it says nothing known. */
export type Device = {
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly kind: 'desktop' | 'mobile' | 'tablet' | 'unknown'
}

const kinds: readonly string[] = ['desktop', 'mobile', 'tablet'] satisfies Device['kind'][]

/** The device that the user agent of a request names. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { browser: undefined, system: undefined, kind: 'unknown' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const kind = kinds.includes(platform.type ?? '') ? (platform.type as Device['kind']) : 'unknown'
  return { browser: browser.name || undefined, system: os.name || undefined, kind }
}

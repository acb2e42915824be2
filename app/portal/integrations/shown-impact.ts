import type { Impact } from '@/lib/credentials/show-impact'
import type { Moment } from '@/lib/language/formats'

type Count = { count: number; text: string }
type Redeemed = Count & { amount: string }

/** What a dialog asks for when it is opened: what depends on a credential, or on all of them, in its reader's words. */
export type ShownImpact = {
  calls: Count
  lastCall: Moment | null
  day: Redeemed
  week: Redeemed
  /** "Naco (12), Churchill (8) y 2 más"; null where nothing was redeemed. */
  branches: string | null
  /** The tills that stop, likewise; null where none is known. */
  terminals: string | null
  inFlight: Redeemed & { until: string; confirmable: Impact['inFlight']['confirmable'] }
  /** The quietest hour of the day; null when there were no calls. */
  quietest: { from: string; to: string } | null
  /** Of one credential: when its reader is reminded, and whether they may be. */
  reminder: Reminded & { isOffered: boolean }
}

/** When a reminder comes; undefined when none does. */
export type Reminded = { at: string | undefined }

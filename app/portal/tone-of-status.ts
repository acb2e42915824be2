import type { Tone } from '@/components/ui/badge'

/** The colour of an answer; its number and code say the same in text. */
export const toneOfStatus = (status: number): Tone => (status < 400 ? 'good' : status < 500 ? 'warning' : 'danger')

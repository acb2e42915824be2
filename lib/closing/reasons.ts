/** Why a closing differs from the till's list. */
export const differenceReasons = ['other_day', 'returned', 'corrected', 'mistyped', 'not_registered', 'other'] as const

export type DifferenceReason = (typeof differenceReasons)[number]

export const noteLengthMax = 300

/** How many consumptions a closing's PDF has; the file of the day has all. */
export const pdfRowsMax = 1_000

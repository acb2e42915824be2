import { type CursorRange, cursorFormat, listAddressOf } from '@/lib/kernel/cursor'

const address = listAddressOf({}, cursorFormat)

/** What of the history comes next to a place, as the address of its page says it. */
export const historyRangeOf: typeof address.read = address.read

export const historyPath = (range?: CursorRange): string => address.path('/me/history', {}, range)

import { type CursorRange, cursorFormat, listAddressOf } from '@/lib/kernel/cursor'

const address = listAddressOf({}, cursorFormat)

/** Which page of the history is asked for, as its address says. */
export const historyRangeOf: typeof address.read = address.read

export const historyPath = (range?: CursorRange): string => address.path('/me/history', {}, range)

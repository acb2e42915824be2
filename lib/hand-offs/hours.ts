/** For how many hours a hand-off can be opened: three days at most. */
export const handOffHours = [1, 24, 72] as const

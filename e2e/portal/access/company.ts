import type { Ways } from './ways'

export const company: Ways = {
  pages: { '/company': { shows: false } },
}

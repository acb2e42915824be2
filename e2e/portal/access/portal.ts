import type { Ways } from './ways'

export const portal: Ways = {
  pages: { '/portal': { shows: false } },
}

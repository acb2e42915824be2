import { followLanguage } from './language'
import { openSearch } from './search'
import { enliven } from './snippets'

/** All that a page for who integrates does in a browser: it is whole without it, and has no script of Next (ADR-0062). */
function begin(): void {
  openSearch()
  enliven()
  followLanguage()
}

// A script that the browser has kept is there before the page is.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true })
else begin()

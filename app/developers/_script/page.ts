import { followLanguage } from './language'
import { openSearch } from './search'
import { enliven } from './snippets'

/** All that a page for who integrates does in a browser: it is whole without it, and has no script of Next (ADR-0062). */
openSearch()
enliven()
followLanguage()

/** What a page of an office does with keys and the mouse once it is painted: one module, so that no page waits for it. */
export { fetchAhead } from './fetch-ahead'
export { hearKeys } from './keys'

/** Each namespace, one line; keep them in order. */
export { common } from './common'
export { shell } from './shell'
export { ui } from './ui'
export { welcome } from './welcome'

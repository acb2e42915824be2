/** Each namespace, one line; keep them in order. */
export { common } from './common'
export { home } from './home'
export { shell } from './shell'
export { ui } from './ui'
export { welcome } from './welcome'

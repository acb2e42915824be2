'use client'

import { type ComponentType, createElement } from 'react'

/** A module whose components are loaded when they are about to be shown. */
export type Parts<Module extends object> = {
  /** Loads it once. When it can't be had this rejects, and the next call tries again. */
  readonly load: () => Promise<unknown>
  readonly isLoaded: () => boolean
  /** One of its components, which shows nothing until the module is loaded: it never suspends, and so hides nothing around it. */
  readonly part: <Name extends keyof Module>(name: Name) => Module[Name]
}

/** The one way to load a part of a page later: `load` imports the module. Called once for each module, outside of components. */
export function partsOf<Module extends object>(load: () => Promise<Module>): Parts<Module> {
  let loaded: Module | undefined
  let loading: Promise<Module> | undefined
  return {
    load: () => {
      loading ??= load().then(
        (module) => {
          loaded = module
          return module
        },
        (error) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
    isLoaded: () => loaded !== undefined,
    part: <Name extends keyof Module>(name: Name): Module[Name] => {
      const Part = (props: object) =>
        loaded === undefined ? null : createElement(loaded[name] as ComponentType, props)
      return Part as Module[Name]
    },
  }
}

/** Loads a module that is likely to be wanted soon. Whoever then wants it learns whether it can be had. */
export const loadAhead = ({ load }: Pick<Parts<object>, 'load'>): void => void load().catch(() => {})

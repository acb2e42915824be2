'use client'

import { type ComponentType, createElement, use } from 'react'

/**
 * The components of a module that is loaded when the first of them is shown. From then on each is there at once: one that suspended
 * later would hide the dialog or menu around it, and take the focus out.
 */
export function partsOf<Module extends object>(load: () => Promise<Module>) {
  let loaded: Module | undefined
  let loading: Promise<Module> | undefined
  const begin = () => {
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
  }
  return <Name extends keyof Module>(name: Name): Module[Name] => {
    const Part = (props: object) => createElement((loaded ?? use(begin()))[name] as ComponentType, props)
    return Part as Module[Name]
  }
}

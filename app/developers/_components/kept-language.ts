import { useSyncExternalStore } from 'react'

const name = 'aliado-snippets'
const listeners = new Set<() => void>()
/** What was chosen on this page, for a browser that keeps nothing. */
let chosen: string | null = null

function read(): string | null {
  try {
    return localStorage.getItem(name) ?? chosen
  } catch {
    return chosen
  }
}

function choose(language: string): void {
  chosen = language
  try {
    localStorage.setItem(name, language)
  } catch {
    // Then it is forgotten with the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language of the snippets, which a reader chooses once for all pages. */
export const useKeptLanguage = () => ({ language: useSyncExternalStore(subscribe, read, () => null), choose })

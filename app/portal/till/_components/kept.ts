import type { Sale } from '@/lib/till/sale'
import type { PageOf } from './call'

/** A call of "Aplicar" as it is sent. It stays in memory: the identification is kept nowhere (D70). */
export type ApplyBody = {
  readonly identificationTypeId: number
  readonly identification: string
  readonly merchantDiscountId: number
  readonly purchaseAmount: number
  readonly reference: string
  readonly branchId?: number
  readonly items?: readonly { readonly sku: string; readonly quantity: number; readonly unitPrice: number }[]
}

/**
 * What the browser keeps of a member's till: each sale under a name of its own, so that two tabs do not overwrite each other's, and
 * the branch of the day. A browser that keeps nothing (private windows, full disks) sells all the same, without the reload.
 */
export class Kept {
  readonly #prefix: string
  readonly #sales = new Map<string, Sale>()
  readonly #drafts = new Map<string, ApplyBody>()
  readonly #listeners = new Set<() => void>()
  #list: readonly Sale[] = []

  constructor({ merchantId, userId }: PageOf) {
    this.#prefix = `aliado-till:${merchantId}-${userId}:`
    for (const name of this.#names()) this.#read(name)
    this.#publish()
  }

  /** Follows what other tabs keep. Gives back how to stop. */
  follow = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    const onStorage = ({ key }: StorageEvent) => {
      if (!key?.startsWith(`${this.#prefix}sale:`)) return
      this.#read(key)
      this.#publish()
    }
    window.addEventListener('storage', onStorage)
    return () => {
      this.#listeners.delete(listener)
      window.removeEventListener('storage', onStorage)
    }
  }

  /** Oldest first; the same list until something changes. */
  sales = (): readonly Sale[] => this.#list

  sale(applyKey: string): Sale | undefined {
    return this.#sales.get(applyKey)
  }

  put(sale: Sale): void {
    this.#sales.set(sale.applyKey, sale)
    attempt(() => localStorage.setItem(`${this.#prefix}sale:${sale.applyKey}`, JSON.stringify(sale)))
    this.#publish()
  }

  drop(applyKey: string): void {
    this.#sales.delete(applyKey)
    this.#drafts.delete(applyKey)
    attempt(() => localStorage.removeItem(`${this.#prefix}sale:${applyKey}`))
    this.#publish()
  }

  draft(applyKey: string): ApplyBody | undefined {
    return this.#drafts.get(applyKey)
  }

  keepDraft(applyKey: string, body: ApplyBody): void {
    this.#drafts.set(applyKey, body)
  }

  forgetDraft(applyKey: string): void {
    this.#drafts.delete(applyKey)
  }

  /** The sale that this tab shows, also after it is loaded again. */
  get current(): string | undefined {
    return attempt(() => sessionStorage.getItem(`${this.#prefix}current`)) ?? undefined
  }

  set current(applyKey: string | undefined) {
    attempt(() => {
      if (applyKey === undefined) sessionStorage.removeItem(`${this.#prefix}current`)
      else sessionStorage.setItem(`${this.#prefix}current`, applyKey)
    })
  }

  /** The branch chosen on that day: its id, or `0` for a purchase at none. */
  branch(day: string): number | undefined {
    const [chosenOn, id] = (attempt(() => localStorage.getItem(`${this.#prefix}branch`)) ?? '').split(' ')
    return chosenOn === day && id !== undefined ? Number(id) : undefined
  }

  keepBranch(day: string, id: number): void {
    attempt(() => localStorage.setItem(`${this.#prefix}branch`, `${day} ${id}`))
  }

  #names(): string[] {
    return attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(`${this.#prefix}sale:`))) ?? []
  }

  #read(name: string): void {
    const text = attempt(() => localStorage.getItem(name))
    const sale = text ? saleOf(text) : undefined
    if (sale) this.#sales.set(sale.applyKey, sale)
    else this.#sales.delete(name.slice(`${this.#prefix}sale:`.length))
  }

  #publish(): void {
    this.#list = [...this.#sales.values()]
    for (const listener of this.#listeners) listener()
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** What this page wrote; anything else under its names is passed over. */
function saleOf(text: string): Sale | undefined {
  const value = attempt(() => JSON.parse(text) as unknown)
  return typeof value === 'object' && value !== null && 'applyKey' in value && 'step' in value
    ? (value as Sale)
    : undefined
}

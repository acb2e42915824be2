import { isHarmless, type SlotName, type SlotValues } from '@/lib/http/developers/slots'
import { find } from './elements'

/** What a reader does with the blocks of `_components/code.tsx`: chooses a language, copies, and sees ids of their own. */
export function enliven(): void {
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-snippet]')]
  for (const block of blocks) {
    for (const button of block.querySelectorAll<HTMLButtonElement>('[data-language]'))
      button.addEventListener('click', () => {
        keep(button.dataset.language ?? '')
        showAll(blocks, button.dataset.language)
      })
    find(block, '[data-copy]').addEventListener('click', () => void copy(block))
  }
  showAll(blocks, kept())
  if (document.querySelector('[data-slot]') !== null) void fill(blocks)
}

const name = 'aliado-snippets'

/** The language, which a reader chooses once for all pages; null in a browser that keeps nothing. */
function kept(): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function keep(language: string): void {
  try {
    localStorage.setItem(name, language)
  } catch {
    // Then it is forgotten with the page.
  }
}

/** Shows each block in that language; one that does not have it, in its first. */
function showAll(blocks: readonly HTMLElement[], language: string | null | undefined): void {
  for (const block of blocks) {
    const examples = [...block.querySelectorAll<HTMLElement>('[data-example]')]
    const shown = examples.find(({ dataset }) => dataset.example === language) ?? examples[0]
    for (const example of examples) example.toggleAttribute('data-shown', example === shown)
    for (const button of block.querySelectorAll<HTMLElement>('[data-language]'))
      button.setAttribute('aria-pressed', String(button.dataset.language === shown?.dataset.example))
  }
}

const copiedMs = 2_500

async function copy(block: HTMLElement): Promise<void> {
  const said = find(block, '[role=status]')
  try {
    await navigator.clipboard.writeText(find(block, '[data-shown] pre').textContent ?? '')
    said.textContent = said.dataset.said ?? ''
    block.toggleAttribute('data-copied', true)
    setTimeout(() => {
      said.textContent = ''
      block.toggleAttribute('data-copied', false)
    }, copiedMs)
  } catch {
    said.textContent = said.dataset.failed ?? ''
  }
}

/** A reader's own ids, and the names of what they are of. */
type OwnValues = { readonly values: SlotValues; readonly names: string }

/** Asked for by the browser, so that the page is the same for everybody; null for who has none. */
async function ownValues(): Promise<OwnValues | null> {
  try {
    // Who is not signed in is led away from there: nothing is known of them.
    const answer = await fetch('/portal/integrations/examples', { redirect: 'manual' })
    return answer.status === 200 ? ((await answer.json()) as OwnValues) : null
  } catch {
    return null
  }
}

async function fill(blocks: readonly HTMLElement[]): Promise<void> {
  const own = await ownValues()
  if (own === null) return
  for (const block of blocks) {
    let isOwn = false
    for (const slot of block.querySelectorAll<HTMLElement>('[data-slot]')) {
      const value = own.values[slot.dataset.slot as SlotName]
      if (!isHarmless(value) || value === slot.textContent) continue
      slot.textContent = value
      isOwn = true
    }
    if (!isOwn) continue
    find(block, '[data-names]').textContent = own.names
    find(block, '[data-own]').hidden = false
  }
}

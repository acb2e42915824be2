import { hearKeys } from '@/components/shell/keys'
import { takeTyped } from '@/components/shell/typed-early'
import { excerptOf, findSections, type Section } from '@/lib/search/sections'
import { find } from './elements'

const kinds = ['guides', 'reference', 'errors', 'changes'] as const
type Kind = (typeof kinds)[number]

/** What the search says, in the reader's language. */
export type SearchTexts = {
  readonly searching: string
  readonly one: string
  readonly several: string
  readonly none: string
  readonly failed: string
  readonly kinds: Readonly<Record<Kind, string>>
}

/** By the first part of its address, as the contents have them. */
const kindOf = ({ href }: Section): Kind =>
  kinds.find((kind) => new RegExp(`^/developers/${kind}\\b`).test(href)) ?? 'guides'

const isGuide = (section: Section) => section.title === section.page && kindOf(section) === 'guides'

/** The search of the documentation (ADR-0048): its index is fetched when it is first opened, and searched here. */
export function openSearch(): void {
  const dialog = find<HTMLDialogElement>(document, 'dialog[data-search]')
  const texts = JSON.parse(dialog.dataset.texts ?? '{}') as SearchTexts
  const input = find<HTMLInputElement>(dialog, 'input')
  const list = find(dialog, '[role=listbox]')
  let sections: readonly Section[] | undefined

  const open = async () => {
    if (dialog.open) return false
    input.value = ''
    dialog.showModal()
    input.focus()
    input.value = takeTyped()
    await load()
    return true
  }
  const load = async () => {
    say(dialog, sections === undefined ? { text: texts.searching } : { text: '', isAside: true })
    try {
      sections ??= await fetched(dialog.dataset.search ?? '')
      show()
    } catch {
      say(dialog, { text: texts.failed, isFailed: true })
    }
  }
  const show = () => {
    if (sections === undefined) return
    const text = input.value.trim()
    const found = text === '' ? sections.filter(isGuide) : findSections(sections, text)
    list.replaceChildren(...groupsOf(found).map(([kind, those]) => group(dialog, texts.kinds[kind], those, text)))
    list.hidden = found.length === 0
    list.scrollTop = 0
    input.setAttribute('aria-expanded', String(found.length > 0))
    choose(input, list, 0)
    say(dialog, {
      text:
        found.length === 0
          ? texts.none.replace('{text}', () => text)
          : found.length === 1
            ? texts.one
            : texts.several.replace('{count}', String(found.length)),
      isAside: found.length > 0,
      isNone: found.length === 0,
    })
  }

  input.addEventListener('input', show)
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) choose(input, list, optionsOf(list).findIndex(isChosen) + step)
    else if (event.key === 'Enter' && !event.isComposing) optionsOf(list).find(isChosen)?.click()
    else return
    event.preventDefault()
  })
  list.addEventListener('pointermove', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
    if (option !== null && !isChosen(option)) choose(input, list, optionsOf(list).indexOf(option))
  })
  list.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  find(dialog, '[data-close]').addEventListener('click', () => dialog.close())
  find(dialog, '[data-again]').addEventListener('click', () => void load())
  for (const button of document.querySelectorAll('[data-open-search]'))
    button.addEventListener('click', () => void open())
  if (/Mac|iPhone|iPad/.test(navigator.userAgent))
    for (const key of document.querySelectorAll('[data-search-key]')) key.textContent = '⌘K'
  hearKeys(async (what) => what === 'search' && open())
}

async function fetched(index: string): Promise<readonly Section[]> {
  const answer = await fetch(index)
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.json()
}

/** The group of the best result first. */
function groupsOf(found: readonly Section[]): readonly (readonly [Kind, readonly Section[]])[] {
  const those = new Map<Kind, Section[]>()
  for (const section of found) those.set(kindOf(section), [...(those.get(kindOf(section)) ?? []), section])
  return [...those]
}

/** A copy of a part that the page holds for this. */
const copyOf = (dialog: HTMLElement, part: string): HTMLElement => {
  const { content } = find<HTMLTemplateElement>(dialog, `template[${part}]`)
  return find(content, '*').cloneNode(true) as HTMLElement
}

function group(dialog: HTMLElement, label: string, sections: readonly Section[], text: string): HTMLElement {
  const element = copyOf(dialog, 'data-group-part')
  element.setAttribute('aria-label', label)
  find(element, '*').textContent = label
  element.append(
    ...sections.map((section) => {
      const option = copyOf(dialog, 'data-option-part') as HTMLAnchorElement
      option.href = section.href
      find(option, 'bdi').textContent = section.title
      find(option, 'span').textContent = [
        ...(section.page === section.title ? [] : [section.page]),
        excerptOf(section, text),
      ].join(' · ')
      return option
    }),
  )
  return element
}

const optionsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role=option]')]

const isChosen = (option: HTMLElement) => option.ariaSelected === 'true'

/** Chooses an option by its place, from the last on to the first. */
function choose(input: HTMLElement, list: HTMLElement, place: number): void {
  const options = optionsOf(list)
  const chosen = options.at(place % Math.max(options.length, 1))
  options.forEach((option, at) => {
    option.id = `search-result-${at}`
    option.ariaSelected = String(option === chosen)
  })
  input.setAttribute('aria-activedescendant', chosen?.id ?? '')
  chosen?.scrollIntoView({ block: 'nearest' })
}

/** Says what became of a search; where results speak for themselves, to screen readers alone. */
function say(
  dialog: HTMLElement,
  said: { text: string; isAside?: boolean; isNone?: boolean; isFailed?: boolean },
): void {
  const place = find(dialog, '[data-said]')
  const status = find(dialog, '[role=status]')
  const hint = find(dialog, '[data-hint]')
  place.toggleAttribute('data-aside', said.isAside === true)
  // Read aloud with what was said, and kept beside it otherwise.
  place.append(hint)
  status.textContent = said.text
  hint.hidden = said.isNone !== true
  if (said.isNone === true) status.append(hint)
  find(dialog, '[data-again]').hidden = said.isFailed !== true
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf, findSections, folded, type Section } from './sections'

const section = (page: string, title: string, text: string): Section => ({
  href: `/${page}#${title}`,
  page,
  title,
  text,
})

const expiry = section('Vencimiento', 'Vencimiento', 'Cuánto vale una reserva.')
const late = section('Vencimiento', 'Si venció antes', 'Responde 400 `authorization_expired`; aplique otra vez.')
const limits = section('Límites', 'Límites', 'Vencimiento de un token: 15 minutos.')
const all = [limits, late, expiry]

describe('a search in the documentation', () => {
  it('folds accents and case, in the text and in what is typed', () => {
    expect(findSections(all, 'limites')).toEqual([limits])
    expect(findSections(all, 'LÍMITES')).toEqual([limits])
    expect(findSections(all, 'cuanto')).toEqual([expiry])
  })

  it('finds beginnings of words, and a word of a code', () => {
    expect(findSections(all, 'expir')).toEqual([late])
    expect(findSections(all, 'authorization_exp')).toEqual([late])
    expect(findSections(all, 'xpired')).toEqual([])
  })

  it('wants every word, and takes what is typed as letters', () => {
    expect(findSections(all, 'vencimiento token')).toEqual([limits])
    expect(findSections(all, 'vencimiento nada')).toEqual([])
    expect(findSections(all, ' .* ')).toEqual([])
    expect(findSections(all, '  ')).toEqual([])
  })

  it('shows a page by its title first, then its sections, then what mentions it', () => {
    expect(findSections(all, 'vencimiento')).toEqual([expiry, late, limits])
  })

  it('shows what stands around the word, cut between words', () => {
    const text = `${'antes '.repeat(40)}límite ${'después '.repeat(40)}`
    expect(excerptOf({ text }, 'limite')).toMatch(/^…antes .*límite .*después…$/)
    expect(excerptOf({ text: 'Corto.' }, 'nada')).toBe('Corto.')
  })

  it('keeps the places of letters, whatever is folded', () => {
    fc.assert(
      fc.property(fc.string(), (text) => folded(text).length === text.toLowerCase().length || text.length === 0),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { admit, confirm } from './admission'

const names = (count: number) => Array.from({ length: count }, (_, n) => `Caja ${n}`)

describe('one more credential', () => {
  it('is admitted beside nine, and refused beside ten', () => {
    expect(() => admit(names(9), 'Caja nueva')).not.toThrow()
    expect(() => admit(names(10), 'Caja nueva')).toThrow(expect.objectContaining({ code: 'credentials_full' }))
  })

  it.each(['Caja 1', 'CAJA 1', ' caja  1'])('is refused with the name %j beside “Caja 1”', (name) => {
    expect(() => admit(['Caja 1'], name)).toThrow(
      expect.objectContaining({ code: 'name_taken', field: 'name', values: { name: 'Caja 1' } }),
    )
  })
})

describe('a confirmation', () => {
  it.each(['Caja 1', 'caja 1 '])('%j confirms “Caja 1”', (typed) => {
    expect(() => confirm('Caja 1', typed)).not.toThrow()
  })

  it.each(['', 'Caja', 'Caja 11'])('%j does not', (typed) => {
    expect(() => confirm('Caja 1', typed)).toThrow(expect.objectContaining({ code: 'confirmation_differs' }))
  })
})

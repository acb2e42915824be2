import { describe, expect, it } from 'vitest'
import { reasonOf } from './events'

describe('the reason of a recorded event', () => {
  it('is one for what was recorded under two names: a wrong password', () => {
    expect(reasonOf('wrong_password')).toBe('password_wrong')
    expect(reasonOf('password_wrong')).toBe('password_wrong')
  })

  it('is what the row says where the name was never changed, also when nothing knows it', () => {
    expect([reasonOf('not_found'), reasonOf('of another day'), reasonOf(null)]).toEqual([
      'not_found',
      'of another day',
      null,
    ])
  })
})

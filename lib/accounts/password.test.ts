import { describe, expect, it } from 'vitest'
import { judgePassword } from './password'

const person = { email: 'luisa.fernandez@mercado.example', name: 'Luisa Fernández' }

const judged = (text: string) => judgePassword(text, person)

describe('a new password', () => {
  it.each([
    'correct-horse-battery',
    'tres colibríes saludan',
    'mañana llueve en Baní',
    'x7#Kp2!vQz9$',
    '🦜🌴🥥🌊🦀🐚⛵🏝🐠🌞🍍🥭',
    'a'.repeat(10) + 'bcd efg hij klm nop'.repeat(5),
    `${'Corazón de melón '.repeat(7)}ñandú`,
  ])('may be %j: any characters, any length up to 128', (text) => {
    expect(judged(text)).toBeUndefined()
  })

  it.each([
    ['', 'password_short'],
    ['elevenchars', 'password_short'],
    ['🦜🌴🥥🌊🦀🐚', 'password_short'],
    ['x y'.repeat(43), 'password_long'],
    ['z'.repeat(1_000_000), 'password_long'],
    ['passwordpassword', 'password_common'],
    ['Password1234', 'password_common'],
    ['P@ssw0rd2026!', 'password_common'],
    ['123456789012', 'password_common'],
    ['aaaaaaaaaaaaaa', 'password_common'],
    ['abcabcabcabc', 'password_common'],
    ['qwertyuiopas', 'password_common'],
    ['1qaz2wsx3edc', 'password_common'],
    ['iloveyou1234', 'password_common'],
    ['luisa.fernandez', 'password_personal'],
    ['Fernández2026', 'password_personal'],
    ['aliado-mercado', 'password_personal'],
    ['luisa.fernandez@mercado.example', 'password_personal'],
  ])('may not be %j', (text, problem) => {
    expect(judged(text)).toBe(problem)
  })
})

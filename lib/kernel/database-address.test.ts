import { describe, expect, it } from 'vitest'
import { readDatabaseAddress, rewriteDatabaseAddress } from './database-address'

describe('an address of a database', () => {
  it.each([
    ['postgres://db/aliado', [['db', 5432]]],
    ['postgresql://u:p%40ss@db:6000/aliado?sslmode=require', [['db', 6000]]],
    [
      'postgres://u:p@h1:5433,h2/aliado',
      [
        ['h1', 5433],
        ['h2', 5432],
      ],
    ],
    [
      'postgres://u:p@[::1]:5433,127.0.0.1:1/aliado?target_session_attrs=primary',
      [
        ['::1', 5433],
        ['127.0.0.1', 1],
      ],
    ],
  ])('%s names its servers', (text, places) => {
    const address = readDatabaseAddress(text)
    expect(address?.places.map(({ host, port }) => [host, port])).toEqual(places)
    expect(address?.url.pathname).toBe('/aliado')
  })

  it.each([
    'mysql://h1,h2/aliado',
    'h1,h2/aliado',
    'postgres://u:p@h1,,h2/aliado',
    'postgres://u:p@h1:many,h2/aliado',
    'postgres://u:p@h1,h2:99999/aliado',
    'postgres://u:p@h1,h2/aliado?target_session_attrs=read-write',
    'postgres://u:p@h1/aliado?target_session_attrs=standby',
    '',
  ])('refuses %s', (text) => {
    expect(readDatabaseAddress(text)).toBeUndefined()
  })

  it('keeps its hosts when it is rewritten', () => {
    const rename = (text: string) =>
      rewriteDatabaseAddress(text, (url) => {
        url.pathname = '/other'
        url.password = ''
      })
    expect(rename('postgres://u:p@h1:5433,h2/aliado?x=1')).toBe('postgres://u@h1:5433,h2/other?x=1')
    expect(rename('postgres://db')).toBe('postgres://db/other')
    expect(() => rename('nothing')).toThrow('not an address')
  })
})

import { execFileSync } from 'node:child_process'
import { DrizzleQueryError } from 'drizzle-orm'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { describeError, optionsOf, requestText } from './log'

describe('what the log says of an error', () => {
  it('is the text of a failed query, and nothing that the query was given', () => {
    const cause = Object.assign(new Error('duplicate key: (email)=(ana@caribe.example)'), { code: '23505' })
    const failed = new DrizzleQueryError('select id from users where email = $1', ['ana@caribe.example'], cause)
    const said = describeError(failed)
    expect(said).toMatchObject({
      message: 'Failed query: select id from users where email = $1',
      cause: { sqlstate: '23505' },
    })
    expect(JSON.stringify(said)).not.toContain('ana@caribe')
  })

  it('is the message of any other error of ours', () => {
    expect(describeError(new Error('there are two'))).toMatchObject({ error: 'Error', message: 'there are two' })
    expect(describeError('thrown')).toEqual({ error: 'string' })
  })
})

describe('the line of a request', () => {
  it.each([
    [
      'info',
      { requestId: 'r', operation: 'applyDiscount', merchantId: 3, credential: 'api_key:7', status: 201, ms: 1.25 },
    ],
    [
      'info',
      {
        ...{ requestId: 'r', operation: 'issueToken', merchantId: 0, credential: 'oauth_client:7' },
        ...({ replayed: true, staged: '31', cut: true } as const),
        ...{ limitedBy: 'default', status: 429, faultCode: 'rate_limited', ms: 0 },
      },
    ],
    [
      'error',
      {
        requestId: 'a"b\\c',
        operation: 'x',
        status: 500,
        fault: { error: 'E', place: ['at "a"'] },
      },
    ],
  ] as const)('is the one that pino writes (%s)', (level, line) => {
    const written: string[] = []
    pino(optionsOf('info'), { write: (text) => void written.push(text) })[level](line, 'request')
    const withoutTime = (text = '') => text.replace(/"time":"[^"]+"/, '')
    expect(withoutTime(requestText(level, line))).toBe(withoutTime(written[0]))
    expect(Date.parse(JSON.parse(requestText(level, line)).time)).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe('the lines of requests', () => {
  const program = `
    import { createLogs } from './lib/http/log.ts'
    const { log, request } = createLogs('info', true)
    request({ requestId: 'first', operation: 'x', status: 200 })
    log.error('between')
    request({ requestId: 'last', operation: 'x', status: 200 })`

  it('stand before an error that came after them, and none is lost when the process ends', () => {
    const written = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program])
    const lines = written.toString().trim().split('\n')
    expect(lines.map((line) => JSON.parse(line)).map(({ requestId, msg }) => requestId ?? msg)).toEqual([
      'first',
      'between',
      'last',
    ])
  })
})

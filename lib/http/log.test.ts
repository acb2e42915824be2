import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { describeError } from './log'

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

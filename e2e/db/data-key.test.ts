import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { confirmDataKey } from '@/server/confirm-data-key'
import { createDatabase } from '../fixtures/database'

const newKey = () => randomBytes(32).toString('base64')

test('a database belongs to the key that first served it, and refuses another', async () => {
  const database = await createDatabase()
  const key = newKey()
  await confirmDataKey(database.databaseUrl, key)
  await confirmDataKey(database.databaseUrl, key)
  await expect(confirmDataKey(database.databaseUrl, newKey())).rejects.toThrow('DATA_KEY is not the one')
  await confirmDataKey(database.databaseUrl, key)
  await database.drop()
})

test('of two first keys at once one wins', async () => {
  const database = await createDatabase()
  const outcomes = await Promise.allSettled(
    [newKey(), newKey()].map((key) => confirmDataKey(database.databaseUrl, key)),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await database.drop()
})

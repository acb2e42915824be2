import { createDatabase, type TestDatabase } from '../fixtures/database'
import { openForTests } from '../fixtures/open-for-tests'
import { type OwnPostgres, startOwnPostgres } from './own-postgres'
import { type SupervisedApi, superviseApi } from './supervised-api'

/** For the tests of a file: the API under its supervisor, on a database of the run's PostgreSQL. */
export function openApiOnDatabase(): { database: () => TestDatabase; api: () => SupervisedApi } {
  const opened = openForTests(async (atEnd) => {
    const database = await createDatabase()
    atEnd(database.drop)
    const api = await superviseApi(database.databaseUrl)
    atEnd(api.stop)
    return { database, api }
  })
  return { database: () => opened().database, api: () => opened().api }
}

/** The same on a PostgreSQL of the file's own, which its tests may end or stop. */
export function openApiOnOwnPostgres(): { postgres: () => OwnPostgres; api: () => SupervisedApi } {
  const opened = openForTests(async (atEnd) => {
    const postgres = await startOwnPostgres()
    atEnd(postgres.stop)
    const api = await superviseApi(postgres.databaseUrl)
    atEnd(api.stop)
    return { postgres, api }
  })
  return { postgres: () => opened().postgres, api: () => opened().api }
}

import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import * as schema from '@/db/schema'
import { translatorOf } from '@/lib/messages/translator'
import { type Kept, type TableKind, type TableName, tableKinds } from '@/lib/privacy/kinds'
import { textOf } from './files'

/** What is kept of people, and until when, is said of every table, and to operators as the page says it (ADR-0059, ADR-0065). */

const tables = Object.values(schema as Record<string, unknown>).filter((one): one is PgTable => is(one, PgTable))

const t = translatorOf('en', 'privacy')

const keptOf = (kept: Kept) =>
  typeof kept === 'string'
    ? t(`retention.kept.${kept}`)
    : 'hours' in kept
      ? t('retention.kept.hours', { count: kept.hours })
      : t('retention.kept.days', { count: kept.days })

const lines = (Object.entries(tableKinds) as [TableName, TableKind][]).map(
  ([table, { kind, holdsPerson, purgedBy, keptFor }]) =>
    `| \`${table}\` | ${t(`retention.kinds.${kind}`)} | ${t(holdsPerson ? 'retention.yes' : 'retention.no')} | ${t(`retention.purges.${purgedBy}`)} | ${keptOf(keptFor)} |`,
)

describe('the retention table', () => {
  it('has every table of the schema, and no other', () => {
    // Days of calls are partitions, which the schema of the queries does not have.
    expect(Object.keys(tableKinds).sort()).toEqual(tables.map((table) => getTableName(table)).sort())
  })

  it('stands in the operations manual line by line', () => {
    const [, section = ''] = textOf('docs/operations.md').split('## What is kept of people\n')
    const said = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'))
    expect(said).toEqual(lines)
  })
})

import { openOfficeDatabase } from '@/db/office'
import { operatorPermissions } from '@/lib/accounts/permissions'
import { approve } from '@/lib/approvals/decide-approval'
import { listApprovals } from '@/lib/approvals/list-approvals'
import { operatorContextOf } from '../fixtures/members'

/** Approves what waits, one after the other, in the name of one of the operator's people: a process that a test may kill. */
const [, , userId] = process.argv
const { DATABASE_URL: databaseUrl } = process.env
if (userId === undefined || databaseUrl === undefined) throw new Error('who approves, or the database, is missing')

// It waits for as long as the test holds it.
const patient = { statementTimeoutMs: 120_000, lockTimeoutMs: 120_000 }
const office = openOfficeDatabase(databaseUrl, { poolMax: 2, ...patient })
const ctx = operatorContextOf(office, { id: Number(userId), permissions: [...operatorPermissions] })
const { waiting } = await listApprovals(ctx)
for (const { id } of waiting) await approve(ctx, { approvalId: id })
await office.sql.end()
// The pool's limit on waiting would keep the process for 30 s.
process.exit()

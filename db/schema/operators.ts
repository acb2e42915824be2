import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt } from './columns'

/** The people who run the network. One service is one network, so a membership names no other party. */
export const operatorMemberships = pgTable('operator_memberships', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  permissions: text().array().notNull(),
  createdAt: createdAt(),
})

import { officeOver } from '@/db/office'
import { emailSchema } from '@/lib/accounts/email'
import { inviteFirstOperator } from '@/lib/accounts/invite-first-operator'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { onDatabase } from './on-database'
import { loadEnvironmentFile } from './settings'

/**
 * `npm run operator:invite -- EMAIL [--again]`: invites the first of the people who run the network. Standard output carries the
 * link, once, and nothing else; the same link is mailed. Refuses while somebody can manage the operator's team, unless `--again`.
 */

/** An error whose message is meant for who runs the command. */
class Refusal extends Error {}

const usage = 'Usage: npm run operator:invite -- EMAIL [--again]'

const exists =
  'Somebody manages the operator’s team already: they invite others at /operator/team. If they all lost their way in, add --again.'

async function main(given: readonly string[]): Promise<void> {
  const again = given.includes('--again')
  const [address, ...more] = given.filter((one) => one !== '--again')
  if (address === undefined || more.length > 0) throw new Refusal(usage)
  const email = emailSchema.safeParse(address)
  if (!email.success) throw new Refusal(`That is no e-mail address. ${usage}`)
  const { link } = await onDatabase('operator:invite', (sql, env) => {
    const origin = { address: null, userAgent: null, requestId: 'operator:invite' }
    const ctx = { db: officeOver(sql), officeUrl: env.PUBLIC_OFFICE_URL, origin, now: () => new Date() }
    return inviteFirstOperator(ctx, { email: email.data, again })
  })
  process.stderr.write('Invited. The link works once and for seven days; it is mailed too.\n')
  process.stdout.write(`${link}\n`)
}

try {
  loadEnvironmentFile()
  await main(process.argv.slice(2))
} catch (error) {
  const isKnown = error instanceof OfficeFault && error.code === 'operator_exists'
  process.stderr.write(`${isKnown ? exists : error instanceof Error ? error.message : 'unknown reason'}\n`)
  process.exitCode = 1
}

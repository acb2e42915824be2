import { execFileSync } from 'node:child_process'
import { newSandbox } from '../fixtures/sandboxes'
import { expect, portalUrl, test } from './fixtures/test'

/** How far somebody comes who knows nothing of the service but what it publishes. */

/** Counts what a stranger does, and says how long it took: for people who read the output, no test asserts a time. */
function stopwatch(name: string) {
  const startedAt = performance.now()
  const counted = { read: 0, requests: 0 }
  return {
    counted,
    count: (what: keyof typeof counted) => {
      counted[what] += 1
    },
    stop: () => {
      const minutes = ((performance.now() - startedAt) / 60_000).toFixed(2)
      process.stdout.write(`  ${name}: ${JSON.stringify({ ...counted, minutes })}\n`)
    },
  }
}

type Watch = ReturnType<typeof stopwatch>

const scriptsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/```sh[^\n]*\n([\s\S]*?)```/g)].map(([, script]) => `${script}`)

/**
 * Runs the calls of the first guide in a shell, as they stand. What the guide says to take from the answer before is taken from there, and
 * the moment of the payment is now; nothing else is put in.
 */
function runCalls([settings = '', ...calls]: readonly string[], apiKey: string, watch: Watch) {
  expect(settings).toContain('ck_…')
  const known: Record<string, unknown> = { consumptionDate: new Date().toISOString() }
  const answers: { title: string; value: Record<string, unknown> }[] = []
  for (const call of calls) {
    const script = call.replace(/"(\w+)": ("[^"]*"|[\d.]+)/g, (sample, name: string) =>
      name in known ? `"${name}": ${JSON.stringify(known[name])}` : sample,
    )
    const output = execFileSync('bash', ['-ec', `${settings.replace('ck_…', apiKey)}\n${script}`], {
      env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    watch.count('requests')
    const { title, value } = JSON.parse(output)
    answers.push({ title, value })
    if (value?.branches?.[0]) known.branchId = value.branches[0].id
    if (value?.discounts?.[0]) known.merchantDiscountId = value.discounts[0].merchantDiscountId
    if (value?.authorizationCode) known.authorizationCode = value.authorizationCode
  }
  return answers
}

const read = async (path: string, watch: Watch): Promise<string> => {
  watch.count('read')
  const answer = await fetch(new URL(path, portalUrl()), { headers: { 'Accept-Language': 'es' } })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

test('a program with a key that reads what /developers publishes as Markdown comes to a first consumption', async ({
  sql,
}) => {
  const shop = await newSandbox(sql, process.env.PORTAL_DATABASE_URL ?? '')
  const watch = stopwatch('from a key to a first consumption')
  const list = await read('/llms.txt', watch)
  const [, first = ''] = /\]\((http[^)]+\.md)\)/.exec(list) ?? []
  const scripts = scriptsOf(await read(first, watch))
  const answers = runCalls(scripts, shop.credential.apiKey, watch)
  watch.stop()
  await shop.close()
  expect(answers.at(1)?.value).toMatchObject({ eligible: true, collaborator: { displayName: 'Ana P.' } })
  expect(answers.at(2)?.value).toMatchObject({ status: 'Authorized', discountAmount: 125.05, finalAmount: 1125.45 })
  expect(answers.at(3)).toMatchObject({ title: 'Consumo registrado', value: { status: 'Registered' } })
  expect(watch.counted).toEqual({ read: 2, requests: 4 })
})

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fillSlots, type SlotValues } from '@/lib/http/developers/slots'
import { callNames, samples, snippetsOf } from '@/lib/http/developers/snippets'
import { startApi } from '../api/till'
import { findProgram } from '../fixtures/program'
import { assemblies } from './programs'

/** What stands on the developers' pages, run as it stands there, in each of its languages. */

const api = startApi()

type Runner = { file: string; commandOf: (file: string) => [string, ...string[]] }

const runners: Readonly<Record<string, Runner>> = {
  curl: { file: 'call.sh', commandOf: (file) => [findProgram('bash', 'bash'), '-e', file] },
  Node: { file: 'call.mjs', commandOf: (file) => [process.execPath, file] },
  Python: { file: 'call.py', commandOf: (file) => [findProgram('python3', 'python3'), file] },
  PHP: { file: 'call.php', commandOf: (file) => [findProgram('php', 'php-cli'), file] },
  'C#': {
    file: 'Call.cs',
    commandOf: (file) => {
      const program = `${file}.exe`
      const references = assemblies.map((name) => `-r:${name}`)
      execFileSync(findProgram('mcs', 'mono-mcs'), ['-langversion:7.2', ...references, `-out:${program}`, file])
      return [findProgram('mono', 'mono-runtime'), program]
    },
  },
}

/** Runs a snippet in a folder of its own, and returns what it printed, which is the answer. */
async function run(language: string, code: string, env: Readonly<Record<string, string>>) {
  const runner = runners[language]
  if (runner === undefined) throw new Error(`nothing runs ${language}`)
  const folder = mkdtempSync(join(tmpdir(), 'aliado-snippet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, runner.file)
  writeFileSync(file, code)
  const [command, ...words] = runner.commandOf(file)
  const child = spawn(command, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', wrong: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.wrong += text
  })
  const [code_] = await once(child, 'close')
  if (code_ !== 0) throw new Error(`the snippet in ${language} ended with ${code_}: ${said.wrong}`)
  return JSON.parse(said.out)
}

/** The snippet of a call as a page shows it to who has these values. */
function shown(name: string, language: string, own: SlotValues): string {
  const snippet = snippetsOf(name, 'es').find((one) => one.language === language)
  if (snippet === undefined) throw new Error(`${name} has no snippet in ${language}`)
  return fillSlots(snippet.template, samples, own)
}

describe('the snippets', () => {
  it.each(Object.keys(runners))('make a whole sale, and every other call, in %s', async (language) => {
    const { make, sql, url } = api()
    const shop = await make.shop()
    const branchId = await make.branch(shop.merchant.id)
    const article = await make.article(shop.merchant.id, 'PAN-01')
    const itemsDiscountId = await make.discount(shop.merchant.id, { scope: { article } })
    await make.grant(shop.person.companyId, shop.merchant.id, itemsDiscountId)
    const { apiKey } = await make.apiKey(shop.merchant.id, {
      permissions: ['core.integrations', 'core.consumptions.read'],
    })
    const env = { ALIADO_API_URL: url, ALIADO_API_KEY: apiKey }
    const own: SlotValues = {
      identificationTypeId: String(shop.person.identificationTypeId),
      identification: shop.person.identification,
      merchantDiscountId: String(shop.discountId),
      itemsDiscountId: String(itemsDiscountId),
      branchId: String(branchId),
      sku1: 'PAN-01',
    }
    const asked = (name: string, values: SlotValues = own) => run(language, shown(name, language, values), env)

    expect((await asked('describeCredential')).value.branches).toEqual([{ id: branchId, name: 'Sucursal' }])
    expect((await asked('listIdentificationTypes')).value.length).toBeGreaterThan(0)
    expect((await asked('checkEligibility')).value.eligible).toBe(true)
    const { value: held } = await asked('applyDiscount')
    expect(held.status).toBe('Authorized')
    const paid = {
      ...own,
      authorizationCode: held.authorizationCode,
      reference: held.reference,
      consumptionDate: new Date().toISOString(),
    }
    expect((await asked('registerConsumption', paid)).value.status).toBe('Registered')
    expect((await asked('findAuthorization', paid)).value.status).toBe('Consumed')
    expect((await asked('listConsumptions')).value).toHaveLength(1)
    const { value: second } = await asked('applyDiscount.items')
    expect(second.status).toBe('Authorized')
    const given = { ...own, authorizationCode: second.authorizationCode, reference: second.reference }
    expect((await asked('releaseAuthorization', given)).value.status).toBe('Released')
    const kept = await sql`
      select branch_id, final_amount::float8 as amount from consumptions where merchant_id = ${shop.merchant.id}`
    expect([...kept]).toEqual([{ branch_id: branchId, amount: held.finalAmount }])
  })

  it.each(Object.keys(runners))('ask for a token with the reader’s own client, in %s', async (language) => {
    const { make, url } = api()
    const merchant = await make.merchant()
    const { clientId, clientSecret } = await make.oauthClient(merchant.id)
    const env = { ALIADO_API_URL: url, ALIADO_CLIENT_ID: clientId, ALIADO_CLIENT_SECRET: clientSecret }
    // The shell's alone has the id in its text.
    for (const own of language === 'curl' ? [{}, { clientId }] : [{}]) {
      const { token_type } = await run(language, shown('token', language, own), env)
      expect(token_type).toBe('Bearer')
    }
  })

  it('hold no value that a program would read as its own', () => {
    const bad = [`'; rm -rf /; '`, '$(id)', '`id`', '"}', 'a\nb', '{{reference}}', '\\', '']
    for (const name of callNames)
      for (const { language, template } of snippetsOf(name, 'en')) {
        const plain = fillSlots(template, samples)
        expect([name, language, plain.includes('{{')]).toEqual([name, language, false])
        for (const text of bad) {
          const own = Object.fromEntries(Object.keys(samples).map((slot) => [slot, text]))
          expect(fillSlots(template, samples, own)).toBe(plain)
        }
      }
  })
})

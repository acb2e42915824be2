import { writeFile } from 'node:fs/promises'
import type { SellingShop } from '../faults/load'
import { runCommand } from '../fixtures/command'
import { newIdentification } from '../fixtures/factories'

const dayMs = 86_400_000
const dayFrom = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** A shop as the command of a version loads it into a database, which that version migrates first. */
export async function loadShop(
  root: string,
  file: string,
  urls: Record<string, string>,
): Promise<SellingShop & { readonly merchantId: number }> {
  const person = { identificationTypeId: 1, identification: newIdentification() }
  const discount = {
    key: 'all',
    name: 'Diez',
    description: 'En todo.',
    type: 'PCT',
    value: 10,
    scope: { kind: 'store' },
  }
  const pos = { key: 'pos', name: 'POS', permissions: ['core.integrations'], validityDays: 90 }
  const network = {
    version: 1,
    identificationTypes: [{ id: 1, name: 'Cédula' }],
    merchants: [
      {
        key: 'shop',
        name: 'Mercado',
        discounts: [{ ...discount, validFrom: dayFrom(-2), validTo: dayFrom(30) }],
        apiKeys: [pos],
      },
    ],
    companies: [
      {
        key: 'company',
        name: 'Empresa',
        affiliations: ['shop'],
        grants: [{ merchant: 'shop', discount: 'all', to: 'team' }],
        collaborators: [{ ...person, firstName: 'Ana', lastName: 'Cruz' }],
      },
    ],
  }
  await writeFile(file, JSON.stringify(network))
  const { code, stdout, stderr } = await runCommand(root, 'server/network-load.ts', urls, file)
  if (code !== 0) throw new Error(`the former version loads no network:\n${stderr}`)
  const { shop } = JSON.parse(stdout).merchants
  return { person, merchantId: shop.id, discountId: shop.discounts.all, credential: { apiKey: shop.apiKeys.pos } }
}

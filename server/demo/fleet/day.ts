import { randomBytes } from 'node:crypto'
import type { Credential } from '@/clients/typescript/aliado-client'
import { FleetTill } from './fleet-till'
import { type FleetShop, rotate } from './open-shop'
import { type Moment, type PlannedTill, rotatedCredential, rotatesAt } from './plan'

/** Resolves when the simulated day has come to that minute after midnight. */
export type Pace = (minute: number) => Promise<void>

/** A day that is over, as its tills know it. */
export type FleetDay = {
  readonly shop: FleetShop
  readonly tills: readonly FleetTill[]
  /** What begins the references of its sales. */
  readonly name: string
  readonly rotated: { readonly clientId: number; readonly at: Date }
}

const versions = { morning: '4.2.1', afternoon: '4.3.0' } as const
/** Every third till gets the new version when its second shift begins. */
const updatedEvery = 3

/**
 * Sells through a day: a shift, the rotation, and a shift in which every till of the rotated client has the new secret but the one
 * whose fault it is. Every call is a real one. Throws what no till expects.
 */
export async function sellThroughDay(
  url: string,
  shop: FleetShop,
  plan: readonly PlannedTill[],
  pace: Pace,
): Promise<FleetDay> {
  const name = `${new Date().toISOString().slice(0, 10)}-${randomBytes(3).toString('hex')}`
  const tills = await Promise.all(
    plan.map((till, place) => FleetTill.install(till, counterOf(url, shop, till, name, place))),
  )
  try {
    for (const till of tills) till.start(credentialOf(shop, till.plan.credential), versions.morning)
    await Promise.all(tills.map((till) => serveAll(till, till.plan.morning, pace)))
    await pace(rotatesAt)
    const { client, rotatedAt } = await rotate(shop)
    const renewed: FleetShop = { ...shop, credentials: new Map([...shop.credentials, [rotatedCredential, client]]) }
    for (const [place, till] of tills.entries()) {
      const known = till.plan.fault === 'formerSecret' ? shop : renewed
      const version = place % updatedEvery === 0 ? versions.afternoon : versions.morning
      if (till.plan.afternoon.length > 0) till.start(credentialOf(known, till.plan.credential), version)
    }
    await Promise.all(tills.map((till) => serveAll(till, till.plan.afternoon, pace)))
    return { shop: renewed, tills, name, rotated: { clientId: client.id, at: rotatedAt } }
  } finally {
    await Promise.all(tills.map((till) => till.close()))
  }
}

async function serveAll(till: FleetTill, moments: readonly Moment[], pace: Pace): Promise<void> {
  for (const moment of moments) {
    await pace(moment.minute)
    await till.serve(moment)
  }
}

function counterOf(url: string, shop: FleetShop, till: PlannedTill, day: string, place: number) {
  const branchId = shop.branchIds[till.branch]
  const identification = shop.identifications[place % shop.identifications.length]
  if (branchId === undefined || identification === undefined) throw new Error(`${till.terminal} has no branch.`)
  return { url, branchId, customer: { identificationTypeId: shop.identificationTypeId, identification }, day }
}

function credentialOf({ credentials }: FleetShop, name: string): Credential {
  const credential = credentials.get(name)
  if (credential === undefined) throw new Error(`There is no credential ${name}.`)
  if (credential.kind === 'api_key') return { apiKey: credential.apiKey.reveal() }
  return { clientId: credential.clientId, clientSecret: credential.clientSecret.reveal() }
}

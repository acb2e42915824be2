import { allowedAddressesMax } from '@/lib/credentials/allowed-addresses'
import { credentialFormat } from '@/lib/credentials/reference'
import { type Origins, originCallsMax, showOrigins } from '@/lib/credentials/show-origins'
import { askedOf, textOf } from '@/lib/kernel/address'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { merchantSections } from '@/lib/web/merchant-office'
import { pageFormats } from '@/lib/web/translations'
import type { RefusedList, ShownOrigins } from '../shown-origins'

const headers = { 'Cache-Control': 'no-store' }

const refuse = (status: number) => new Response(null, { status, headers })

const listedMax = 5

/** From where the credential that the address names has called, and which of those calls a list of networks would have refused. */
export async function GET(request: Request): Promise<Response> {
  const access = await merchantSections.integrations.access()
  if (!access.granted) return refuse(403)
  const asked = askedOf(request.url)
  const credential = credentialFormat.read(textOf(asked, 'credential') ?? '')
  if (credential === undefined) return refuse(400)
  const addresses = (textOf(asked, 'addresses') ?? '').split(',').filter(Boolean)
  try {
    return Response.json(await shown(await showOrigins(access.ctx, credential, addresses)), { headers })
  } catch (error) {
    if (!(error instanceof OfficeFault)) throw error
    if (error.field === undefined) return refuse(error.code === 'not_found' ? 404 : 403)
    const wrong = error.values.address
    const fault: RefusedList = wrong === undefined ? { max: allowedAddressesMax } : { wrong: String(wrong) }
    return Response.json(fault, { headers })
  }
}

async function shown({ calls, addresses, refused, proposal }: Origins): Promise<ShownOrigins> {
  const { number } = await pageFormats()
  const counted = (count: number) => ({ calls: count, text: number(count) })
  return {
    ...counted(calls),
    addresses,
    isPart: calls >= originCallsMax,
    refused: {
      ...counted(refused.reduce((sum, one) => sum + one.calls, 0)),
      origins: refused.slice(0, listedMax).map((one) => ({ address: one.address, ...counted(one.calls) })),
      more: Math.max(0, refused.length - listedMax),
    },
    proposal,
  }
}

import { credentialFormat, credentialPath } from '@/lib/credentials/reference'
import { type Proposal, proposeReplacement } from '@/lib/credentials/show-replacement'
import { askedOf, textOf } from '@/lib/kernel/address'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { merchantSections } from '@/lib/web/merchant-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { permissionName } from '../_components/cells'
import type { ShownProposal } from '../shown-proposal'

const headers = { 'Cache-Control': 'no-store' }

const refuse = (status: number) => new Response(null, { status, headers })

/** What replacing the credential that the address names, such as `key-12`, would make. */
export async function GET(request: Request): Promise<Response> {
  const access = await merchantSections.integrations.access()
  if (!access.granted) return refuse(403)
  const credential = credentialFormat.read(textOf(askedOf(request.url), 'credential') ?? '')
  if (credential === undefined) return refuse(400)
  try {
    return Response.json(await worded(await proposeReplacement(access.ctx, credential, access.ctx.now())), { headers })
  } catch (error) {
    if (error instanceof OfficeFault) return refuse(error.code === 'not_found' ? 404 : 403)
    throw error
  }
}

async function worded(proposal: Proposal): Promise<ShownProposal> {
  if (proposal.state === 'full') return proposal
  if (proposal.state === 'replacing') {
    const { former, successor } = proposal
    return { state: 'replacing', former: former.name, successor: successor.name, href: credentialPath(successor) }
  }
  const [t, formats] = await Promise.all([translations('integrations'), pageFormats()])
  const { state, name, permissions, allowedAddresses, expiresAt, isLast, max, tills } = proposal
  return {
    ...{ state, name, isLast, max },
    permissions: formats.list(permissions.map((permission) => permissionName({ t, formats }, permission))),
    addresses: allowedAddresses.length === 0 ? null : allowedAddresses.join(', '),
    ends: expiresAt === undefined ? null : formats.dateTime(expiresAt),
    tills: tills.map((till) => ({
      value: till.terminal,
      label: till.branch === null ? till.name : t('replace.till', { name: till.name, branch: till.branch }),
    })),
  }
}

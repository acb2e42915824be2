import { nextStartOf } from '@/lib/credentials/quiet-hour'
import { credentialFormat } from '@/lib/credentials/reference'
import {
  type Impact,
  type ImpactOfOne,
  type Redeemed,
  showImpact,
  showImpactOfAll,
} from '@/lib/credentials/show-impact'
import { askedOf, textOf } from '@/lib/kernel/address'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { merchantSections } from '@/lib/web/merchant-office'
import { accessToDo } from '@/lib/web/office'
import { pageFormats, translations } from '@/lib/web/translations'
import type { ShownImpact } from '../shown-impact'

const headers = { 'Cache-Control': 'no-store' }

const refuse = (status: number) => new Response(null, { status, headers })

/** What depends on the credential that the address names, such as `key-12`, or on `all` of them. */
export async function GET(request: Request): Promise<Response> {
  // Asked before a credential is ended, which a support view cannot.
  const access = await accessToDo(merchantSections.integrations)
  if (!access.granted) return refuse(403)
  const asked = textOf(askedOf(request.url), 'credential') ?? ''
  const credential = credentialFormat.read(asked)
  if (credential === undefined && asked !== 'all') return refuse(400)
  try {
    const impact = credential === undefined ? showImpactOfAll(access.ctx) : showImpact(access.ctx, credential)
    return Response.json(await worded(await impact, access.ctx.now()), { headers })
  } catch (error) {
    if (error instanceof OfficeFault) return refuse(error.code === 'not_found' ? 404 : 403)
    throw error
  }
}

const hourMs = 3_600_000
const branchesNamed = 5

async function worded(impact: Impact | ImpactOfOne, now: Date): Promise<ShownImpact> {
  const [t, { amount, dateTime, list, moment, number, time }] = await Promise.all([
    translations('integrations'),
    pageFormats(),
  ])
  const counted = (count: number) => ({ count, text: number(count) })
  const redeemed = ({ count, cents }: Redeemed) => ({ ...counted(count), amount: amount(cents) })
  const { inFlight, quietest } = impact
  const byBranch = (branches: Impact['branches']) => {
    const named = branches
      .slice(0, branchesNamed)
      .map(({ name, count }) => t('impact.branch', { name: name ?? t('impact.noBranch'), count: number(count) }))
    const others = branches.length - named.length
    if (named.length === 0) return null
    return list(others > 0 ? [...named, t('impact.moreBranches', { count: others })] : named)
  }
  const quietFrom = quietest === undefined ? undefined : nextStartOf(quietest, now)
  return {
    calls: counted(impact.calls),
    lastCall: impact.lastCallAt === null ? null : moment(impact.lastCallAt),
    day: redeemed(impact.day),
    week: redeemed(impact.week),
    branches: byBranch(impact.branches),
    terminals: byBranch(impact.terminals),
    inFlight: {
      ...redeemed(inFlight),
      until: inFlight.until === null ? '' : dateTime(inFlight.until),
      confirmable: inFlight.confirmable,
    },
    reminder:
      'canRemind' in impact
        ? { at: impact.remindedAt && dateTime(impact.remindedAt), isOffered: impact.canRemind }
        : { at: undefined, isOffered: false },
    quietest: quietFrom ? { from: time(quietFrom), to: time(new Date(quietFrom.getTime() + hourMs)) } : null,
  }
}

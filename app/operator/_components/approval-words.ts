import type { ApprovalView } from '@/lib/approvals/list-approvals'
import { type LocalDay, startOfDay } from '@/lib/language/days'
import { defaultsOf } from '@/lib/policies/defaults'
import { officeService } from '@/lib/web/office-service'
import { permissionNames } from '@/lib/web/permission-name'
import { pageFormats, translations } from '@/lib/web/translations'

/** What is proposed, and what would happen now if it were approved, in the reader's words. */
export async function approvalWords() {
  const [t, policies, formats, names] = await Promise.all([
    translations('approvals'),
    translations('policies'),
    pageFormats(),
    permissionNames(),
  ])
  const usual = defaultsOf(officeService().env)
  /** A limit as the page of policies says it; empty numbers are the installation's. */
  const limitOf = (isMisses: boolean, value: unknown, burst: unknown) => {
    const or = (number: unknown, otherwise: number) => formats.number(typeof number === 'number' ? number : otherwise)
    return isMisses
      ? policies('values.misses', { count: or(value, usual.missesPerMinute) })
      : policies('values.calls', {
          count: or(value, usual.callsPerMinute),
          burst: or(burst, usual.callsBurst),
        })
  }
  const raised = ({ policy, to, toBurst, from, fromBurst, until }: ApprovalView['words']) => {
    const isMisses = policy === 'misses'
    return {
      limit: t(`limits.${isMisses ? 'misses' : 'calls'}`),
      to: limitOf(isMisses, to, toBurst),
      from: limitOf(isMisses, from, fromBurst),
      until: until ? formats.date(startOfDay(until as LocalDay)) : 'always',
    }
  }
  const valuesOf = ({ kind, words }: ApprovalView) => {
    const permissions = String(words.permissions ?? '').split(' ')
    const list = Object.entries(names).flatMap(([permission, name]) => (permissions.includes(permission) ? [name] : []))
    const numbers = { credentials: 0, reservations: 0, people: 0 }
    const values = {
      name: '',
      email: '',
      detail: '',
      when: '',
      message: '',
      ...numbers,
      ...words,
      list: formats.list(list),
    }
    const limits = kind === 'raise_limit' ? raised(words) : { limit: '', to: '', from: '', until: '' }
    return { ...values, ...limits }
  }
  return {
    what: (one: ApprovalView): string => t(`kinds.${one.kind}.what`, valuesOf(one)),
    now: (one: ApprovalView): string => t(`kinds.${one.kind}.now`, valuesOf(one)),
  }
}

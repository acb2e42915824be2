import type { Tone } from '@/components/ui/badge'
import type { FoundCredential } from '@/lib/credentials/find-credential'
import { pageFormats, translations } from '@/lib/web/translations'
import { type Target, targetOfClient, targetOfKey } from './_components/target'

/** A credential of the merchant that was searched by its public name, in words; null for another merchant's and for one that never was. */
export type Finding = {
  target: Target
  state: { tone: Tone; text: string }
  facts: { term: string; detail: string }[]
  /** What cannot be known of the secret that was found. */
  doubt: string | null
} | null

export async function findingOf(found: FoundCredential | undefined): Promise<Finding> {
  if (found === undefined) return null
  const [t, formats] = await Promise.all([translations('integrations'), pageFormats()])
  const by = (at: Date, name: string | null) =>
    t('details.by', { when: formats.dateTime(at), name: name ?? t('operator') })
  const use = (at: Date | null, address: string | null, never: string) =>
    at === null
      ? never
      : t('search.use', { relative: formats.relative(at), exact: formats.dateTime(at), address: address ?? '—' })
  if (found.kind === 'api_key') {
    const { status, expiresAt, revokedAt, revokedBy, ...key } = found.view
    const tone = ({ live: 'good', expired: 'danger', revoked: 'neutral' } as const)[status]
    return {
      target: targetOfKey(found.view),
      state: { tone, text: t(`status.${status}`) },
      facts: [
        { term: t('search.kind'), detail: t('search.kinds.api_key') },
        { term: t('details.created'), detail: by(key.createdAt, key.createdBy) },
        ...(revokedAt === null
          ? [
              {
                term: t(status === 'expired' ? 'status.expired' : 'details.expires'),
                detail: formats.dateTime(expiresAt),
              },
            ]
          : [{ term: t('status.revoked'), detail: by(revokedAt, revokedBy) }]),
        { term: t('columns.lastUsed'), detail: use(key.lastUsedAt, key.lastUsedAddress, t('neverUsed')) },
      ],
      doubt: null,
    }
  }
  const { status, deletedAt, deletedBy, rotatedAt, ...client } = found.view
  const isLive = status === 'live'
  return {
    target: targetOfClient(found.view),
    state: { tone: isLive ? 'good' : 'neutral', text: t(isLive ? 'status.clientLive' : 'status.deleted') },
    facts: [
      { term: t('search.kind'), detail: t('search.kinds.oauth_client') },
      { term: t('details.clientCreated'), detail: by(client.createdAt, client.createdBy) },
      ...(deletedAt === null ? [] : [{ term: t('status.deleted'), detail: by(deletedAt, deletedBy) }]),
      { term: t('details.lastCall'), detail: use(client.lastUsedAt, client.lastUsedAddress, t('none')) },
      { term: t('details.lastToken'), detail: use(client.lastTokenAt, client.lastTokenAddress, t('noToken')) },
    ],
    doubt: isLive && rotatedAt !== null ? t('search.rotated', { date: formats.dateTime(rotatedAt) }) : null,
  }
}

import { Badge, type Tone } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/relative-time'
import { Meter } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { OfficeContext } from '@/lib/context'
import { type SwitchOver as Change, showSwitchOver } from '@/lib/credentials/show-switch-over'
import type { SwitchState } from '@/lib/credentials/switch-over'
import { merchantSections } from '@/lib/web/merchant-office'
import type { Words } from './cells'
import { EndSwitchOver } from './end-switch-over'
import { RefreshWhileSeen } from './refresh-while-seen'
import type { Target } from './target'

const tones: Readonly<Record<SwitchState, Tone>> = {
  refused: 'danger',
  former: 'warning',
  unheard: 'neutral',
  switched: 'good',
}

/** After a rotation: which tills have come to the new secret, which have not, and until when tokens of the former one live. */
export async function SwitchOver({ ctx, words, client }: { ctx: OfficeContext; words: Words; client: Target }) {
  const change = await showSwitchOver(ctx, client.id, new Date())
  if (change === undefined) return null
  const { t, formats } = words
  const { tills, counts, formerUntil } = change
  return (
    <Section
      title={t('switchOver.title')}
      lead={t('switchOver.lead', { at: formats.dateTime(change.rotatedAt) })}
      actions={<EndSwitchOver id={client.id} name={client.name} rotatedAt={change.rotatedAt.toISOString()} />}
    >
      <RefreshWhileSeen />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
        {tills.length === 0 ? (
          <p>{t('switchOver.noTills')}</p>
        ) : (
          <Meter
            label={t('switchOver.progress', { switched: formats.number(counts.switched), all: tills.length })}
            value={counts.switched}
            max={tills.length}
          />
        )}
        <p className="text-muted">
          {formerUntil === null
            ? t('switchOver.formerOver')
            : t('switchOver.formerUntil', { time: formats.time(formerUntil) })}
        </p>
      </div>
      {change.formerUses.length > 0 ? <FormerUses words={words} uses={change.formerUses} /> : null}
      {tills.length > 0 ? <Tills words={words} tills={tills} areTokensOver={formerUntil === null} /> : null}
    </Section>
  )
}

function FormerUses({ words: { t, formats }, uses }: { words: Words; uses: Change['formerUses'] }) {
  return (
    <Notice tone="warning">
      <ul>
        {uses.map(({ address, times, lastAt }) => (
          <li key={address ?? ''}>
            {t('switchOver.uses', {
              address: address ?? t('switchOver.unknownAddress'),
              times,
              at: formats.dateTime(lastAt),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Tills({
  words: { t, formats },
  tills,
  areTokensOver,
}: {
  words: Words
  tills: Change['tills']
  areTokensOver: boolean
}) {
  // Who called after the rotation and has not come since its token ended does not call with it any more.
  const said = (state: SwitchState) => t(`switchOver.states.${state === 'former' && areTokensOver ? 'lapsed' : state}`)
  return (
    <Table
      phone="lines"
      caption={t('switchOver.title')}
      rows={tills}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'till',
          label: t('switchOver.columns.till'),
          heading: true,
          cell: ({ id, name }) => <Link href={`${merchantSections.terminals.href}/${id}`}>{name}</Link>,
          below: ({ branch }) => branch ?? t('switchOver.noBranch'),
        },
        {
          key: 'state',
          label: t('switchOver.columns.state'),
          phone: 'below',
          cell: ({ state }) => <Badge tone={tones[state]}>{said(state)}</Badge>,
        },
        {
          key: 'seen',
          label: t('switchOver.columns.seen'),
          phone: 'end',
          cell: ({ seenAt }) =>
            seenAt === null ? t('switchOver.never') : <RelativeTime moment={formats.moment(seenAt)} />,
        },
        { key: 'from', label: t('switchOver.columns.from'), cell: ({ address }) => address },
      ]}
    />
  )
}

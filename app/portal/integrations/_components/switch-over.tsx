import { Section } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Meter } from '@/components/ui/states'
import type { OfficeContext } from '@/lib/context'
import { type SwitchOver as Change, showSwitchOver } from '@/lib/credentials/show-switch-over'
import type { Words } from './cells'
import { EndSwitchOver } from './end-switch-over'
import { RefreshWhileSeen } from './refresh-while-seen'
import { SwitchingTills } from './switching-tills'
import type { Target } from './target'

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
      {tills.length > 0 ? (
        <SwitchingTills
          words={words}
          caption={t('switchOver.title')}
          tills={tills}
          // Who called after the rotation and has not come since its token ended does not call with it any more.
          said={(state) => t(`switchOver.states.${state === 'former' && formerUntil === null ? 'lapsed' : state}`)}
        />
      ) : null}
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

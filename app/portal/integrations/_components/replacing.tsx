import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Meter } from '@/components/ui/states'
import type { OfficeContext } from '@/lib/context'
import { credentialPath } from '@/lib/credentials/reference'
import { type Replacing as Progress, showReplacement } from '@/lib/credentials/show-replacement'
import { AbandonReplacing } from './abandon-replacing'
import type { Words } from './cells'
import { FinishReplacing } from './finish-replacing'
import { RefreshWhileSeen } from './refresh-while-seen'
import { SwitchingTills } from './switching-tills'
import type { Target } from './target'

/** While one credential replaces another: which tills have come, the first one before the rest, and when the former one may end. */
export async function Replacing({
  ctx,
  words,
  credential,
  needsCode,
}: {
  ctx: OfficeContext
  words: Words
  credential: Target
  needsCode: boolean
}) {
  const progress = await showReplacement(ctx, credential, new Date())
  if (progress === undefined) return null
  const { t, formats } = words
  const { former, successor, tills, counts, canary, endableAt, isEndable } = progress
  const hours = progress.quietHours
  const hasBegun = canary === undefined || counts.switched > 0
  const missing = tills.length - counts.switched
  const names = { former: former.name, successor: successor.name }
  const named = { kind: successor.kind, id: successor.id }
  const other = credential.id === former.id ? successor : former
  return (
    <Section
      title={t('replacing.title')}
      lead={t('replacing.lead', {
        ...names,
        by: progress.startedBy ?? t('operator'),
        at: formats.dateTime(progress.startedAt),
      })}
      actions={
        <AbandonReplacing
          {...named}
          {...names}
          needsCode={needsCode}
          isUsed={successor.lastUse !== null}
          switched={counts.switched}
        />
      }
    >
      <RefreshWhileSeen />
      <p className="-mt-2 text-sm">
        <Link href={credentialPath(other)} className="wrap-anywhere">
          {t('replacing.other', { name: other.name })}
        </Link>
      </p>
      {canary === undefined ? null : <First words={words} canary={canary} />}
      {tills.length === 0 ? (
        <p className="text-sm text-pretty">{t('replacing.noTills')}</p>
      ) : hasBegun ? (
        <>
          <Meter
            label={t('replacing.progress', { switched: formats.number(counts.switched), all: tills.length })}
            value={counts.switched}
            max={tills.length}
          />
          <SwitchingTills
            words={words}
            caption={t('replacing.title')}
            tills={tills}
            said={(state) => t(`replacing.states.${state}`)}
          />
        </>
      ) : null}
      <div className="flex flex-col gap-3 text-sm text-pretty">
        <p>
          {former.lastUse === null
            ? t('replacing.neverUsed', { name: former.name })
            : t('replacing.lastUse', { name: former.name, at: formats.dateTime(former.lastUse) })}{' '}
          {isEndable
            ? t('replacing.quiet', { hours })
            : t('replacing.wait', { hours, at: formats.dateTime(endableAt) })}
        </p>
        {isEndable && missing > 0 ? (
          <Notice tone="warning">{t('replacing.missing', { count: missing, name: former.name })}</Notice>
        ) : null}
        <FinishReplacing
          {...named}
          former={former.name}
          needsCode={needsCode}
          disabledReason={isEndable ? undefined : t('replacing.notYet', { hours })}
        />
      </div>
    </Section>
  )
}

/** The till that is changed first: whether it has come. */
function First({ words: { t }, canary }: { words: Words; canary: NonNullable<Progress['canary']> }) {
  const { name, state } = canary
  switch (state) {
    case 'switched':
      return <Notice tone="good">{t('replacing.first.switched', { name })}</Notice>
    case 'refused':
      return <Notice tone="warning">{t('replacing.first.refused', { name })}</Notice>
    default:
      return <Notice tone="info">{t('replacing.first.awaited', { name })}</Notice>
  }
}

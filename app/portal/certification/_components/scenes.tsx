import { Badge } from '@/components/ui/badge'
import { Card, Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Table } from '@/components/ui/table'
import { amountsAttested, checks } from '@/lib/certification/plan'
import type { RunView, SceneView } from '@/lib/certification/show-run'
import { centsOfNumeric } from '@/lib/kernel/money'
import { allRequests, requestsPath } from '@/lib/requests/filter'
import { toneOfStatus } from '../../tone-of-status'
import { AttestScene, CloseScene, OpenScene } from './scene-forms'
import { type CertificationWords, toneOfOutcome } from './words'

type Shown = { words: CertificationWords; view: RunView }

const isOpen = ({ last }: SceneView) => last !== undefined && last.closedAt === null

/** The scene that is played, or the one that comes next, and all of them. */
export function Scenes({ words, view }: Shown) {
  const { t, formats } = words
  const { run, scenes } = view
  const open = scenes.find(isOpen)
  const next = scenes.find(({ times }) => times === 0)
  const done = scenes.filter((one) => one.times > 0 && !isOpen(one)).length
  return (
    <Section
      title={t('scenes.title')}
      lead={`${t('scenes.lead')} ${t('run.progress', { count: formats.number(done), max: formats.number(scenes.length) })}`}
    >
      {run.isOver ? null : open !== undefined ? (
        <OpenedScene words={words} view={view} scene={open} />
      ) : next === undefined ? (
        <p className="text-sm">{t('scenes.allDone')}</p>
      ) : (
        <Card className="flex flex-col gap-3">
          <SceneHead words={words} scene={next} title="next" />
          <OpenScene runId={run.id} scene={next.scene.id} label={t('scenes.open')} isMain />
        </Card>
      )}
      <SceneList words={words} view={view} isBusy={open !== undefined} />
    </Section>
  )
}

function SceneHead({
  words,
  scene: { scene },
  title,
}: {
  words: CertificationWords
  scene: SceneView
  title: 'now' | 'next'
}) {
  const { t, plan, formats } = words
  const amount = formats.amount(centsOfNumeric(scene.amount))
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-semibold">{t(`scenes.${title}`, { title: plan(`scenes.${scene.id}.title`) })}</h3>
      <p className="max-w-[65ch] text-base text-pretty">
        {plan(`scenes.${scene.id}.instruction`, { amount, identity: `999000000${scene.identity}` })}
      </p>
      {scene.secondsMin === 0 ? null : (
        <p className="text-sm text-muted">{t('scenes.wait', { seconds: scene.secondsMin })}</p>
      )}
    </div>
  )
}

function OpenedScene({ words, view, scene }: Shown & { scene: SceneView }) {
  const { t, formats, nameOf } = words
  const { id } = scene.scene
  return (
    <Card className="flex flex-col gap-5">
      <SceneHead words={words} scene={scene} title="now" />
      <CloseScene key={scene.last?.id} runId={view.run.id} scene={id} asks={asksOf(words, scene)} />
      <div className="flex flex-col gap-2">
        <h3 className="text-sm font-semibold">{t('calls.title')}</h3>
        <div role="status">
          {scene.calls.length === 0 ? <p className="text-sm text-muted">{t('calls.none')}</p> : null}
        </div>
        {scene.calls.length === 0 ? null : (
          <Table
            caption={t('calls.caption')}
            phone="lines"
            rows={scene.calls.toReversed()}
            rowKey={(call) => call.id}
            columns={[
              {
                key: 'operation',
                label: t('calls.operation'),
                heading: true,
                cell: ({ operation, requestId }) => (
                  <Link href={requestsPath({ ...allRequests, search: requestId })}>
                    {operation === null ? t('calls.unknown') : nameOf(operation)}
                  </Link>
                ),
              },
              {
                key: 'answer',
                label: t('calls.answer'),
                phone: 'end',
                cell: ({ status, isReplay, isCut, staged }) => (
                  <span className="flex flex-wrap gap-1">
                    <Badge tone={toneOfStatus(status)}>{status}</Badge>
                    {isReplay ? <Badge>{t('calls.repeated')}</Badge> : null}
                    {isCut ? <Badge tone="warning">{t('calls.cut')}</Badge> : null}
                    {staged === undefined || isCut ? null : <Badge>{t('calls.staged')}</Badge>}
                  </span>
                ),
                below: ({ code }) => code,
                belowClassName: 'font-mono',
              },
              {
                key: 'when',
                label: t('calls.when'),
                phone: 'below',
                cell: ({ arrivedAt }) => formats.stamp(new Date(arrivedAt)),
              },
            ]}
          />
        )}
      </div>
    </Card>
  )
}

/** What a scene asks of a person, with what they have said. */
const asksOf = ({ plan }: CertificationWords, { scene, last }: SceneView) =>
  scene.attests.map((name) => ({
    name,
    label: plan(`attestations.${name}`),
    isAmount: amountsAttested.includes(name),
    said: last?.attested[name],
  }))

/** Every scene: whether it was played, how its checks stand, and a way to play it again. */
function SceneList({ words, view, isBusy }: Shown & { isBusy: boolean }) {
  const { t, plan } = words
  const { run, scenes, verdicts } = view
  return (
    <ol className="divide-y divide-line rounded-lg border border-line text-sm">
      {scenes.map((one) => {
        const own = verdicts.filter(({ check }) => checks[check].scenes.includes(one.scene.id))
        return (
          <li key={one.scene.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
            <div className="min-w-0 flex-[1_1_12rem]">
              <p className="font-medium">{plan(`scenes.${one.scene.id}.title`)}</p>
              <p className="text-muted">
                {one.times === 0 ? t('scenes.never') : t('scenes.times', { count: one.times })}
              </p>
              {one.scene.attests.length === 0 || one.times === 0 || isOpen(one) || run.isOver ? null : (
                <details>
                  <summary className="cursor-pointer rounded-sm text-muted">{t('scenes.attestTitle')}</summary>
                  <AttestScene
                    key={JSON.stringify(one.last?.attested)}
                    runId={run.id}
                    scene={one.scene.id}
                    asks={asksOf(words, one)}
                  />
                </details>
              )}
            </div>
            {one.times === 0 || isOpen(one) ? null : (
              <ul className="flex flex-wrap gap-1">
                {own.map(({ check, outcome }) => (
                  <li key={check}>
                    <Badge tone={toneOfOutcome[outcome]}>{`${check}: ${plan(`outcomes.${outcome}`)}`}</Badge>
                  </li>
                ))}
              </ul>
            )}
            {run.isOver || isOpen(one) ? null : (
              <OpenScene
                runId={run.id}
                scene={one.scene.id}
                label={t(one.times === 0 ? 'scenes.openOne' : 'scenes.repeat')}
                busy={isBusy ? t('scenes.busy') : undefined}
              />
            )}
          </li>
        )
      })}
    </ol>
  )
}

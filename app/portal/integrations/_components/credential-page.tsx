import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { ClientTexts } from '@/lib/web/client-texts'
import { addresses } from '../addresses'
import type { Words } from './cells'
import { CredentialActions } from './credential-actions'
import { CallsByDay, Refusals, Trail } from './credential-history'
import type { Target } from './target'

type History = Pick<Parameters<typeof CallsByDay>[0], 'days'> &
  Pick<Parameters<typeof Refusals>[0], 'refusals'> &
  Pick<Parameters<typeof Trail>[0], 'events'>

/** The page of one credential: what it is, what became of its calls, and who did what with it. */
export function CredentialPage(props: {
  words: Words
  target: Target
  needsCode: boolean
  facts: readonly { term: ReactNode; detail: ReactNode }[]
  history: History
}) {
  const { words, target, history } = props
  const { t } = words
  return (
    <ClientTexts namespaces={['integrations']}>
      <PageHeader
        above={
          <Link href="/portal/integrations" className="inline-flex items-center gap-1.5 self-start text-sm">
            <ArrowLeft aria-hidden className="size-4" />
            {t('details.back')}
          </Link>
        }
        title={<bdi>{target.name}</bdi>}
        actions={
          target.actions.length > 0 ? (
            <CredentialActions target={target} addresses={addresses()} needsCode={props.needsCode} look="buttons" />
          ) : undefined
        }
      />
      <Section title={t('details.facts')}>
        <DescriptionList items={props.facts} />
      </Section>
      <CallsByDay words={words} days={history.days} today={new Date()} />
      <Refusals words={words} kind={target.kind} refusals={history.refusals} />
      <Trail words={words} events={history.events} />
    </ClientTexts>
  )
}

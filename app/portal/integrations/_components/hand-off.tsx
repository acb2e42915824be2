'use client'

import { QrCode as QrIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/choices'
import { CopyButton } from '@/components/ui/copy-button'
import { Field, FieldGroup } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input, Select } from '@/components/ui/input'
import { handOffHours } from '@/lib/hand-offs/hours'
import { linkOf, sealSecret } from '@/lib/hand-offs/link'
import { QrCode } from '../../../_components/qr-code'
import { handOver } from '../actions'
import type { NewSecret } from '../new-secret'
import { useBranches } from './use-branches'

/** A link that was made here, and is nowhere else: the server does not know it. */
type Made = { link: string; until: string }

/** Hands a secret over to who installs it: the browser seals it, and shows the link that opens it. */
export function HandOff({ secret, onHanded }: { secret: NewSecret; onHanded: () => void }) {
  const t = useTranslations('integrations.secret.handOff')
  const router = useRouter()
  const [made, setMade] = useState<Made>()
  const show = (next: Made) => {
    setMade(next)
    // The credential's page below lists it.
    router.refresh()
  }
  return (
    <section className="flex min-w-0 flex-col gap-4 rounded-lg border border-line p-4" aria-label={t('title')}>
      <div>
        <h3 className="text-sm font-semibold">{t('title')}</h3>
        <p className="mt-1 text-xs text-pretty text-muted">{t('text')}</p>
      </div>
      {made === undefined ? (
        <HandOffForm secret={secret} onMade={show} />
      ) : (
        <Handed made={made} onHanded={onHanded} onAnother={() => setMade(undefined)} />
      )}
    </section>
  )
}

function HandOffForm({ secret, onMade }: { secret: NewSecret; onMade: (made: Made) => void }) {
  const t = useTranslations('integrations.secret.handOff')
  const { branches, failed } = useBranches()
  const since = secret.kind === 'oauth_client' ? secret.since : undefined
  return (
    <Form<Made>
      faults="integrations.faults"
      onDone={onMade}
      action={async (_, entries) => {
        // Sealed here: what is sent opens nothing without the fragment, which stays in this browser.
        const { fragment, ...sealed } = await sealSecret(
          secret.kind === 'api_key' ? secret.apiKey : secret.clientSecret,
        )
        for (const [name, value] of Object.entries(sealed)) entries.set(name, value)
        const answer = await handOver({ status: 'idle' }, entries)
        if (answer.status !== 'done') return answer
        const { until } = answer.value
        return { status: 'done', value: { link: linkOf(window.location.origin, fragment), until } }
      }}
    >
      <input type="hidden" name="kind" value={secret.kind} />
      <input type="hidden" name="id" value={secret.id} />
      <input type="hidden" name="since" value={since ?? ''} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="branchId" label={t('branch')} hint={failed ? t('branchesFailed') : t('branchHint')}>
          <Select
            placeholder={t('anyBranch')}
            options={branches.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <Field name="terminal" label={t('terminal')} hint={t('terminalHint')}>
          <Input maxLength={64} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </Field>
      </div>
      <FieldGroup name="hours" label={t('hours')}>
        <RadioGroup
          name="hours"
          defaultValue="24"
          className="sm:grid sm:grid-cols-3"
          options={handOffHours.map((hours) => ({ value: String(hours), label: t('hoursOption', { hours }) }))}
        />
      </FieldGroup>
      <Button type="submit" variant="primary" className="sm:self-start">
        {t('submit')}
      </Button>
    </Form>
  )
}

function Handed({ made, onHanded, onAnother }: { made: Made; onHanded: () => void; onAnother: () => void }) {
  const t = useTranslations('integrations.secret.handOff')
  const [isDrawn, setDrawn] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col gap-1 text-sm">
        <p className="font-medium">{t('made', { until: made.until })}</p>
        <p className="text-pretty text-muted">{t('madeText')}</p>
      </div>
      <code className="rounded-md bg-surface p-3 font-mono text-xs break-all select-all">{made.link}</code>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton text={made.link} label={t('copyLink')} variant="primary" onCopied={onHanded}>
          {t('copyLink')}
        </CopyButton>
        <Button
          icon={<QrIcon aria-hidden />}
          aria-expanded={isDrawn}
          onClick={() => {
            setDrawn(!isDrawn)
            onHanded()
          }}
        >
          {t('qr')}
        </Button>
        <Button variant="ghost" onClick={onAnother}>
          {t('another')}
        </Button>
      </div>
      {isDrawn ? <QrCode text={made.link} label={t('qrLabel')} /> : null}
    </div>
  )
}

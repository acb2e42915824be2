'use client'

import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import type { TotpSetup } from '@/lib/accounts/enrol-two-step'
import { useShownOnce } from '../../_components/shown-once'
import { BeginForm, ConfirmSetup } from './enrol'
import { RecoveryCodes } from './recovery-codes'
import { Disable, Renew } from './security-buttons'

type Step = { readonly at: 'rest' } | { readonly at: 'password' } | { readonly at: 'scan'; readonly setup: TotpSetup }

/** Turns two-step verification on and off. What is shown once is kept in the state of components and nowhere else. */
export function TwoStep(props: {
  enrolled: boolean
  email: string
  /** Whose office it opens, as words within a sentence. */
  office: string
  codesLeft: number
  next: string | undefined
}) {
  const { enrolled, email } = props
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const { codes, show, forget } = useShownOnce()
  const router = useRouter()
  const rest = () => setStep({ at: 'rest' })
  if (codes) {
    const keep = () => {
      rest()
      forget()
      router.refresh()
    }
    return (
      <Card className={look}>
        <RecoveryCodes codes={codes} email={email} onKept={keep} />
      </Card>
    )
  }
  if (step.at === 'password') {
    return (
      <Card className={look}>
        <BeginForm
          enrolled={enrolled}
          email={email}
          onBegun={(setup) => setStep({ at: 'scan', setup })}
          onCancel={rest}
        />
      </Card>
    )
  }
  if (step.at === 'scan') {
    return (
      <Card className={look}>
        <ConfirmSetup setup={step.setup} onConfirmed={show} onCancel={rest} />
      </Card>
    )
  }
  return (
    <>
      {props.next === undefined ? null : <WayOn enrolled={enrolled} office={props.office} next={props.next} />}
      <Card className={look}>
        <Status {...props} onBegin={() => setStep({ at: 'password' })} onRenewed={show} />
      </Card>
    </>
  )
}

const look = 'flex max-w-2xl flex-col gap-6'

/** For a reader who was sent here because a page needs two-step verification. */
function WayOn({ enrolled, office, next }: { enrolled: boolean; office: string; next: string }) {
  const t = useTranslations('account')
  if (!enrolled) {
    return (
      <Notice tone="warning" className="max-w-2xl">
        {t('neededFirst', { office })}
      </Notice>
    )
  }
  const nextStep = (
    <ButtonLink href={next} variant="primary">
      {t('continue')}
    </ButtonLink>
  )
  return (
    <Notice tone="good" className="max-w-2xl" action={nextStep}>
      {t('enabled')}
    </Notice>
  )
}

function Status(props: {
  enrolled: boolean
  office: string
  codesLeft: number
  onBegin: () => void
  onRenewed: (codes: readonly string[]) => void
}) {
  const t = useTranslations('account')
  const toast = useToast()
  const { enrolled, codesLeft } = props
  return (
    <>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-base font-semibold">{t('twoStep')}</h2>
          <Badge
            tone={enrolled ? 'good' : 'warning'}
            icon={enrolled ? <ShieldCheck aria-hidden /> : <ShieldAlert aria-hidden />}
          >
            {enrolled ? t('on') : t('off')}
          </Badge>
        </div>
        <p className="max-w-[60ch] text-sm text-pretty text-muted">
          {enrolled ? t('onLead') : t('offLead', { office: props.office })}
        </p>
      </div>
      {enrolled ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
            <div className="min-w-0 flex-[1_1_14rem] text-sm">
              <h3 className="font-medium">{t('recoveryCodes')}</h3>
              <p className="text-muted">{t('recoveryLead')}</p>
              <p className={codesLeft < 3 ? 'text-warning' : 'text-muted'}>{t('codesLeft', { count: codesLeft })}</p>
            </div>
            <Renew onRenewed={props.onRenewed} />
          </div>
          <div className="flex flex-wrap gap-3 border-t border-line pt-5">
            <Button onClick={props.onBegin}>{t('replace')}</Button>
            <Disable office={props.office} onDisabled={() => toast(t('disabled'))} />
          </div>
        </>
      ) : (
        <>
          <Button variant="primary" onClick={props.onBegin} className="self-start">
            {t('begin')}
          </Button>
          <noscript>
            <p className="text-sm text-warning">{t('needScript')}</p>
          </noscript>
        </>
      )}
    </>
  )
}

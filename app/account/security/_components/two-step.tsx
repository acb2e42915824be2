'use client'

import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/layout'
import { useToast } from '@/components/ui/toast'
import type { TotpSetup } from '@/lib/accounts/enrol-two-step'
import { BeginForm, ConfirmSetup } from './enrol'
import { RecoveryCodes } from './recovery-codes'
import { DisableDialog, RenewDialog } from './security-dialogs'

type Step =
  | { readonly at: 'rest' }
  | { readonly at: 'password' }
  | { readonly at: 'scan'; readonly setup: TotpSetup }
  | { readonly at: 'codes'; readonly codes: readonly string[] }

/** Two-step verification from off to on and back. What is shown once lives in this component's state and nowhere else. */
export function TwoStep({ enrolled, email, codesLeft }: { enrolled: boolean; email: string; codesLeft: number }) {
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const router = useRouter()
  const toast = useToast()
  const t = useTranslations('account')
  const rest = () => setStep({ at: 'rest' })
  const show = (codes: readonly string[]) => setStep({ at: 'codes', codes })
  return (
    <Card className="flex max-w-2xl flex-col gap-6">
      {step.at === 'rest' ? (
        <Status
          enrolled={enrolled}
          codesLeft={codesLeft}
          onBegin={() => setStep({ at: 'password' })}
          onRenewed={show}
          onDisabled={() => toast(t('disabled'))}
        />
      ) : null}
      {step.at === 'password' ? (
        <BeginForm
          enrolled={enrolled}
          email={email}
          onBegun={(setup) => setStep({ at: 'scan', setup })}
          onCancel={rest}
        />
      ) : null}
      {step.at === 'scan' ? (
        <ConfirmSetup
          setup={step.setup}
          onConfirmed={(codes) => {
            toast(t('enabled'))
            show(codes)
          }}
          onCancel={rest}
        />
      ) : null}
      {step.at === 'codes' ? (
        <RecoveryCodes
          codes={step.codes}
          email={email}
          onKept={() => {
            rest()
            router.refresh()
          }}
        />
      ) : null}
    </Card>
  )
}

function Status(props: {
  enrolled: boolean
  codesLeft: number
  onBegin: () => void
  onRenewed: (codes: readonly string[]) => void
  onDisabled: () => void
}) {
  const t = useTranslations('account')
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
        <p className="max-w-[60ch] text-sm text-pretty text-muted">{enrolled ? t('onLead') : t('offLead')}</p>
      </div>
      {enrolled ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
            <div className="min-w-0 flex-[1_1_14rem] text-sm">
              <h3 className="font-medium">{t('recoveryCodes')}</h3>
              <p className="text-muted">{t('recoveryLead')}</p>
              <p className={codesLeft < 3 ? 'text-warning' : 'text-muted'}>{t('codesLeft', { count: codesLeft })}</p>
            </div>
            <RenewDialog onRenewed={props.onRenewed} />
          </div>
          <div className="flex flex-wrap gap-3 border-t border-line pt-5">
            <Button onClick={props.onBegin}>{t('replace')}</Button>
            <DisableDialog onDisabled={props.onDisabled} />
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

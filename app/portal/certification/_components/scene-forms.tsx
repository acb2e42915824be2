'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { Checkbox } from '@/components/ui/choices'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import type { Attestation, SceneId } from '@/lib/certification/plan'
import { attestSceneAction, closeSceneAction, dropSceneAction, endRunAction, openSceneAction } from '../actions'

type Meant = { readonly runId: number; readonly scene: SceneId }

/** Opens a scene, for the first time or again. */
export function OpenScene(props: Meant & { label: string; isMain?: boolean; busy?: string | undefined }) {
  const t = useTranslations('certification')
  const toast = useToast()
  return (
    <ButtonForm
      action={openSceneAction}
      faults="certification.faults"
      entries={{ runId: props.runId, scene: props.scene }}
      onDone={() => toast(t('scenes.opened'))}
    >
      <Button
        type="submit"
        size={props.isMain ? 'medium' : 'small'}
        variant={props.isMain ? 'primary' : 'secondary'}
        disabledReason={props.busy}
      >
        {props.label}
      </Button>
    </ButtonForm>
  )
}

type Asks = readonly {
  readonly name: Attestation
  readonly label: string
  readonly isAmount: boolean
  /** What was attested before. */
  readonly said?: string | boolean | undefined
}[]

function AttestationFields({ asks }: { asks: Asks }) {
  return asks.map(({ name, label, isAmount, said }) =>
    isAmount ? (
      <Field key={name} name={name} label={label} className="max-w-60">
        <Input
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          placeholder="0.00"
          defaultValue={typeof said === 'string' ? said : ''}
        />
      </Field>
    ) : (
      <Checkbox key={name} name={name} label={label} defaultChecked={said === true} />
    ),
  )
}

/** Closes the scene that is open, with what a person saw of it. */
export function CloseScene({ runId, scene, asks }: Meant & { asks: Asks }) {
  const t = useTranslations('certification')
  const toast = useToast()
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Form
        action={closeSceneAction}
        faults="certification.faults"
        onDone={() => toast(t('scenes.closed'))}
        className="gap-4"
      >
        <input type="hidden" name="runId" value={runId} />
        <input type="hidden" name="scene" value={scene} />
        <AttestationFields asks={asks} />
        <div>
          <Button type="submit" variant="primary">
            {t('scenes.close')}
          </Button>
        </div>
      </Form>
      <ButtonForm
        action={dropSceneAction}
        faults="certification.faults"
        entries={{ runId, scene }}
        onDone={() => toast(t('scenes.dropped'))}
      >
        <Button type="submit" variant="ghost">
          {t('scenes.drop')}
        </Button>
      </ButtonForm>
    </div>
  )
}

/** Corrects what a person saw of a scene that is closed. */
export function AttestScene({ runId, scene, asks }: Meant & { asks: Asks }) {
  const t = useTranslations('certification')
  const toast = useToast()
  return (
    <Form
      action={attestSceneAction}
      faults="certification.faults"
      onDone={() => toast(t('scenes.attested'))}
      className="gap-4 pt-3"
    >
      <input type="hidden" name="runId" value={runId} />
      <input type="hidden" name="scene" value={scene} />
      <AttestationFields asks={asks} />
      <div>
        <Button type="submit" size="small">
          {t('scenes.attest')}
        </Button>
      </div>
    </Form>
  )
}

/** Ends a run, and has it judged. */
export function EndRun({ runId }: { runId: number }) {
  const t = useTranslations('certification')
  const toast = useToast()
  return (
    <ButtonForm
      action={endRunAction}
      faults="certification.faults"
      entries={{ runId }}
      onDone={() => toast(t('run.ended'))}
    >
      <Button type="submit">{t('run.end')}</Button>
    </ButtonForm>
  )
}

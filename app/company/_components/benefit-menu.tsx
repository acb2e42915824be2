'use client'

import { Gift, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Checkbox, Radio } from '@/components/ui/choices'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { FieldGroup } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-items'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { grantDiscount, withdrawDiscount } from '../benefits/actions'

/** The part of a benefit that its dialogs show and change. */
export type GrantSubject = {
  readonly merchantId: number
  readonly merchant: string
  readonly discountId: number
  readonly name: string
  /** What it is worth, under which conditions and how long, in one line: a phone's list has no room for it. */
  readonly terms: string
  readonly toTeam: boolean
  readonly toTypeIds: readonly number[]
}

type Type = { readonly id: number; readonly name: string }

export type BenefitProps = { benefit: GrantSubject; types: readonly Type[] }

/** What can be done with a granted discount, with its dialogs: change who receives it, or take it back. */
export function BenefitMenu({ benefit, types, opened }: BenefitProps & { opened: Opened }) {
  const t = useTranslations('benefits')
  const [asked, setAsked] = useState<'grant' | 'withdraw'>()
  const dialog = (which: typeof asked) => ({
    benefit,
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : undefined),
  })
  return (
    <>
      <Menu {...opened}>
        <MenuItem icon={<Gift aria-hidden />} onClick={() => setAsked('grant')}>
          {t('change')}
        </MenuItem>
        <MenuItem icon={<X aria-hidden />} tone="danger" onClick={() => setAsked('withdraw')}>
          {t('withdraw')}
        </MenuItem>
      </Menu>
      <GrantDialog {...dialog('grant')} types={types} />
      <WithdrawDialog {...dialog('withdraw')} />
    </>
  )
}

type Asked = { benefit: GrantSubject; open: boolean; onOpenChange: (open: boolean) => void }

/** Chooses who receives a discount. */
export function GrantDialog({ benefit, types, open, onOpenChange }: Asked & { types: readonly Type[] }) {
  const t = useTranslations('benefits')
  const toast = useToast()
  const { name, merchant, terms, toTypeIds } = benefit
  return (
    <Dialog
      title={t('form.title', { name })}
      description={
        <>
          <p>{terms}</p>
          <p className="mt-2">{t('form.text', { merchant })}</p>
        </>
      }
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form<{ name: string }>
        action={grantDiscount}
        faults="companyFaults"
        onDone={() => {
          onOpenChange(false)
          toast(t('form.saved', { name }))
        }}
      >
        <Ids benefit={benefit} />
        <FieldGroup name="to" label={t('form.to')}>
          <Radio
            name="to"
            value="team"
            label={t('form.team')}
            hint={t('form.teamHint')}
            defaultChecked={benefit.toTeam || toTypeIds.length === 0}
          />
          {types.length === 0 ? null : (
            <Radio
              name="to"
              value="types"
              label={t('form.types')}
              hint={t('form.typesHint')}
              defaultChecked={!benefit.toTeam && toTypeIds.length > 0}
            />
          )}
        </FieldGroup>
        {types.length === 0 ? null : (
          <div className="hidden pl-7 in-[form:has(input[value=types]:checked)]:block">
            <FieldGroup name="typeIds" label={t('form.types')} className="[&_legend]:sr-only">
              {types.map((type) => (
                <Checkbox
                  key={type.id}
                  name="typeIds"
                  value={type.id}
                  label={type.name}
                  defaultChecked={toTypeIds.includes(type.id)}
                />
              ))}
            </FieldGroup>
          </div>
        )}
        <FormFooter submit={t('form.save')} />
      </Form>
    </Dialog>
  )
}

function WithdrawDialog({ benefit, open, onOpenChange }: Asked) {
  const t = useTranslations('benefits')
  const toast = useToast()
  const { name } = benefit
  return (
    <AlertDialog title={t('end.title', { name })} open={open} onOpenChange={onOpenChange}>
      <Form<{ name: string }>
        action={withdrawDiscount}
        faults="companyFaults"
        onDone={() => {
          onOpenChange(false)
          toast(t('end.done', { name }))
        }}
      >
        <Ids benefit={benefit} />
        <p className="text-sm text-pretty">{t('end.text')}</p>
        <FormFooter submit={t('end.submit')} danger />
      </Form>
    </AlertDialog>
  )
}

function Ids({ benefit: { merchantId, discountId } }: { benefit: GrantSubject }) {
  return (
    <>
      <input type="hidden" name="merchantId" value={merchantId} />
      <input type="hidden" name="discountId" value={discountId} />
    </>
  )
}

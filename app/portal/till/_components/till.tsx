'use client'

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { v4 } from 'uuid'
import { useTranslations } from '@/components/texts'
import { localDayOf } from '@/lib/language/days'
import type { OwnSale } from '@/lib/till/list-own-sales'
import { isOver, type Sale } from '@/lib/till/sale'
import { BranchStep } from './branch-step'
import { callTill, type PageOf } from './call'
import { Connection } from './connection'
import type { Choice } from './given'
import { Kept } from './kept'
import { NewSale } from './new-sale'
import { OpenSales } from './open-sales'
import { SaleView } from './sale-view'
import { TodaySales } from './today-sales'
import { useSales } from './use-sales'

type TillProps = PageOf & {
  readonly types: readonly Choice[]
  readonly branches: readonly Choice[]
  readonly today: readonly OwnSale[]
}

const never = () => () => {}

/** The till. What it shows first is kept in the browser alone, so the server writes only that it is being opened. */
export function Till(props: TillProps) {
  const t = useTranslations('till')
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  if (isBrowser) return <OpenTill {...props} />
  return (
    <div className="min-h-96">
      <p className="text-muted">{t('loading')}</p>
      <noscript>{t('noScript')}</noscript>
    </div>
  )
}

function OpenTill({ merchantId, userId, types, branches, today: first }: TillProps) {
  const t = useTranslations('till')
  const page = useMemo(() => ({ merchantId, userId }), [merchantId, userId])
  const kept = useMemo(() => new Kept(page), [page])
  const day = localDayOf(new Date())
  const [branch, setBranch] = useState(() => branchOf(branches, kept.branch(day)))
  const [current, setCurrent] = useState(() => kept.current)
  const [today, setToday] = useState(first)

  const refresh = useCallback(async () => {
    const heard = await callTill<readonly OwnSale[]>(page, 'sales', {})
    if (heard.heard === 'value') setToday(heard.value)
  }, [page])
  const onOver = useCallback(() => void refresh(), [refresh])
  const { sales, stateOf, now, heardClock, retry } = useSales(page, kept, current, onOver)
  const sale = sales.find(({ applyKey }) => applyKey === current)

  const show = useCallback(
    (applyKey: string | undefined) => {
      kept.current = applyKey
      setCurrent(applyKey)
    },
    [kept],
  )
  const begin = (begun: Sale) => {
    kept.put(begun)
    show(begun.applyKey)
  }
  const leave = () => {
    if (sale && isOver(sale)) kept.drop(sale.applyKey)
    show(undefined)
    void refresh()
  }

  // What ended well while another sale was served needs nobody; a payment that was not recorded does.
  useEffect(() => {
    for (const one of sales) {
      const isNoticed = one.applyKey === current || (one.step === 'lapsed' && one.wasPaid)
      if (isOver(one) && !isNoticed) kept.drop(one.applyKey)
    }
  }, [sales, current, kept])

  // Signing out clears the browser's storage, and a charge that the service does not know yet with it.
  const isOwed = sales.some(({ step }) => step === 'charging')
  useEffect(() => {
    if (!isOwed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOwed])

  const chooseBranch = (id: number) => {
    kept.keepBranch(day, id)
    setBranch(id)
  }
  const others = sales.filter((one) => one.applyKey !== current && !(isOver(one) && one.step !== 'lapsed'))

  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-8 lg:mx-0">
      <Connection />
      {sale ? (
        <SaleView
          key={sale.applyKey}
          sale={sale}
          state={stateOf(sale.applyKey)}
          now={now}
          onChange={(next) => kept.put(next)}
          onRetry={() => retry(sale.applyKey)}
          onLeave={leave}
        />
      ) : branch === undefined ? (
        <BranchStep branches={branches} onChosen={chooseBranch} />
      ) : (
        <>
          <OpenSales sales={others} onResume={show} />
          <NewSale
            page={page}
            kept={kept}
            types={types}
            branch={branches.find(({ id }) => id === branch)}
            canChange={branches.length > 1}
            onChangeBranch={() => setBranch(undefined)}
            onClock={heardClock}
            onBegin={begin}
          />
        </>
      )}
      <TodaySales
        sales={today}
        onRefresh={() => void refresh()}
        onResume={(own) => {
          const known = sales.find(({ reference }) => reference === own.reference)
          if (known) show(known.applyKey)
          else begin(resumed(own, t('erased')))
        }}
      />
    </div>
  )
}

/** The branch of the day; the only one needs no question, and where there is none there is nothing to ask. */
function branchOf(branches: readonly Choice[], chosen: number | undefined): number | undefined {
  const [only, another] = branches
  if (only === undefined) return 0
  if (another === undefined) return only.id
  return branches.some(({ id }) => id === chosen) ? chosen : undefined
}

/** A sale that this browser no longer knows, or that began on another device. */
const resumed = (own: OwnSale, erased: string): Sale => ({
  step: 'applied',
  reference: own.reference,
  applyKey: v4(),
  chargeKey: v4(),
  customer: own.customer ?? erased,
  company: '',
  discount: own.discount,
  authorizationCode: own.authorizationCode,
  purchaseAmount: own.purchaseAmount,
  discountAmount: own.discountAmount,
  finalAmount: own.finalAmount,
  expiresAt: own.expiresAt,
})

'use client'

import { lazy, Suspense, useEffect, useRef, useState } from 'react'

const DateInput = lazy(async () => ({ default: (await import('@/components/ui/date-input')).DateInput }))

/** The first and the last day of a period, once its choice says that they are wanted: their code is loaded then. */
export function FilterDays(props: {
  isCustom: boolean
  days: readonly { readonly name: string; readonly label: string; readonly day: string | undefined }[]
}) {
  const here = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(props.isCustom)
  useEffect(() => {
    const form = here.current?.closest('form')
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLSelectElement && target.name === 'period') setWanted(target.value === 'custom')
    }
    form?.addEventListener('change', onChange)
    return () => form?.removeEventListener('change', onChange)
  }, [])
  return (
    <div ref={here} className="contents">
      <Suspense fallback={null}>
        {wanted
          ? props.days.map(({ name, label, day }) => (
              <DateInput
                key={name}
                name={name}
                label={label}
                defaultValue={day}
                compact
                className="lg:w-36 lg:shrink-0"
              />
            ))
          : null}
      </Suspense>
    </div>
  )
}

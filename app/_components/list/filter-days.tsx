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
      {wanted ? null : <noscript>{props.days.map(plainDay)}</noscript>}
      <Suspense
        fallback={props.days.map(({ name }) => <span key={name} className="h-10 sm:h-9 lg:w-36 lg:shrink-0" />)}
      >
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

/** Without a script, the browser's own: it shows once the choice is made. */
const plainDay = ({ name, label }: { readonly name: string; readonly label: string }) => (
  <input
    key={name}
    type="date"
    name={name}
    aria-label={label}
    className="hidden h-9 min-w-0 rounded-md border border-control bg-canvas px-2 group-has-[option[value=custom]:checked]/period:block"
  />
)

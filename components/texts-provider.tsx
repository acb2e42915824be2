'use client'

import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { IntlProvider, type Locale } from 'use-intl'
import type { Messages } from '@/lib/messages/messages'

const Given = createContext<Partial<Messages>>({})

/** Hands texts to the client components below, beside those that are already there. Pages use `<ClientTexts>`. */
export function TextsProvider(props: { locale: Locale; texts: Partial<Messages>; children: ReactNode }) {
  const above = useContext(Given)
  const texts = useMemo(() => ({ ...above, ...props.texts }), [above, props.texts])
  return (
    <Given value={texts}>
      <IntlProvider locale={props.locale} messages={texts} timeZone="America/Santo_Domingo">
        {props.children}
      </IntlProvider>
    </Given>
  )
}

import type { ReactNode } from 'react'
import { TextsProvider } from '@/components/texts'
import { localeOf } from '@/lib/language/language'
import { compiledTexts } from '@/lib/messages/compiled'
import type { Namespace } from '@/lib/messages/messages'
import { pageLanguage } from '@/lib/web/language'

/** Sends the texts of those namespaces, in the reader's language, to the client components below; all get `ui` and `common`. */
export async function ClientTexts(props: { namespaces: readonly Namespace[]; children: ReactNode }) {
  const language = await pageLanguage()
  const texts = Object.fromEntries(props.namespaces.map((name) => [name, compiledTexts(language, name)]))
  return (
    <TextsProvider locale={localeOf[language]} texts={texts}>
      {props.children}
    </TextsProvider>
  )
}

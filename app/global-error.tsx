'use client'

import { useEffect, useState } from 'react'
import './globals.css'

/** Shown when even the frame of the pages failed: no texts can be loaded then, so this page has its own. */
const texts = {
  es: {
    title: 'Algo falló de nuestro lado',
    text: 'Ya quedó registrado. Inténtelo de nuevo en un momento.',
    retry: 'Reintentar',
    reference: 'Referencia',
  },
  en: {
    title: 'Something went wrong on our end',
    text: 'We have a record of it. Try again in a moment.',
    retry: 'Try again',
    reference: 'Reference',
  },
}

export default function GlobalError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const [language, setLanguage] = useState<'es' | 'en'>('es')
  useEffect(() => {
    if (!navigator.language.startsWith('es')) setLanguage('en')
  }, [])
  const t = texts[language]
  return (
    <html lang={language === 'es' ? 'es-DO' : 'en-US'}>
      <body className="min-h-dvh font-sans text-base antialiased">
        <title>{`${t.title} · Aliado`}</title>
        <main className="mx-auto flex max-w-3xl flex-col items-start gap-4 px-4 py-16 sm:px-8">
          <h1 className="text-xl font-semibold">{t.title}</h1>
          <p className="text-sm text-muted">{t.text}</p>
          {error.digest === undefined ? null : (
            <p className="font-mono text-xs text-muted">{`${t.reference}: ${error.digest}`}</p>
          )}
          <button
            type="button"
            onClick={retry}
            className="h-10 rounded-md bg-accent px-4 text-sm font-medium text-on-accent hover:bg-accent-strong"
          >
            {t.retry}
          </button>
        </main>
      </body>
    </html>
  )
}

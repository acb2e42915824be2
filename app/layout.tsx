import '@fontsource-variable/inter'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { pageLanguage } from '@/lib/web/language'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Aliado', template: '%s · Aliado' },
  description: 'La red de beneficios para comercios: descuentos de empresas para sus colaboradores.',
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={(await pageLanguage()) === 'es' ? 'es-DO' : 'en'}>
      <body className="min-h-dvh font-sans antialiased">{children}</body>
    </html>
  )
}

import '@fontsource-variable/inter'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { ToastProvider } from '@/components/ui/toast'
import { localeOf } from '@/lib/language/language'
import { pageLanguage } from '@/lib/web/language'
import { pageTheme } from '@/lib/web/theme'
import { translations } from '@/lib/web/translations'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await translations('common')
  return {
    title: { default: 'Aliado', template: '%s · Aliado' },
    description: t('description'),
  }
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#0e1211' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = await pageTheme()
  return (
    <html lang={localeOf[await pageLanguage()]} data-theme={theme === 'system' ? undefined : theme}>
      <body className="min-h-dvh font-sans text-base antialiased">
        <ClientTexts namespaces={['ui', 'common']}>
          <ToastProvider>{children}</ToastProvider>
        </ClientTexts>
      </body>
    </html>
  )
}

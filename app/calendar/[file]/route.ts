import { calendarOf } from '@/lib/credentials/calendar'
import { readCalendar } from '@/lib/credentials/read-calendar'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { translatorOf } from '@/lib/messages/translator'
import { accountContext } from '@/lib/web/origin'

const headers = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

/**
 * When the keys of a merchant end, for the calendar program of a member: it knows no session, and its address is the secret (ADR-0039).
 * What is no address of today is nothing, whatever it was.
 */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params
  try {
    const calendar = await readCalendar(await accountContext(), file.replace(/\.ics$/, ''))
    if (calendar === undefined) return new Response(null, { status: 404, headers })
    const t = translatorOf(calendar.language, 'integrations')
    const words = {
      title: t('calendar.name', { merchant: calendar.merchant }),
      summaryOf: (name: string) => t('calendar.event', { name }),
    }
    return new Response(calendarOf(calendar.endings, words, new Date()), {
      headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' },
    })
  } catch (error) {
    if (!(error instanceof OfficeFault) || error.code !== 'too_many_attempts') throw error
    return new Response(null, { status: 429, headers: { ...headers, 'Retry-After': String(error.values.seconds) } })
  }
}

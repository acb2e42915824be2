import type { liveCalls as es } from '@/lib/messages/es/live-calls'
import type { SameShape } from '@/lib/messages/same-shape'

export const liveCalls: SameShape<typeof es> = {
  toggle: 'Live',
  following: 'Live',
  came: '{count, plural, one {# new call} other {# new calls}}',
  show: '{count, plural, one {Show # new} other {Show # new}}',
  offline: 'You’re offline. It resumes when you’re back.',
  stopped: 'Stopped after 10 minutes without activity.',
  ended: 'Your session ended or changed. Reload the page.',
  goOn: 'Resume',
  end: 'Stop',
}

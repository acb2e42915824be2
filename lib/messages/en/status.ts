import type { status as es } from '@/lib/messages/es/status'
import type { SameShape } from '@/lib/messages/same-shape'

export const status: SameShape<typeof es> = {
  title: 'Service status',
  asOf: 'As of {at}, Santo Domingo time',
  unreachableTitle: 'We cannot read the status now',
  unreachableText:
    'The database does not answer this page. The API and the offices probably do not work either. Tills can safely repeat their calls: nothing is registered twice.',
  parts: { api: 'Integration API', offices: 'Offices', mails: 'E-mails' },
  about: {
    api: 'The calls of tills and of merchants’ systems.',
    offices: 'The pages of merchants, companies and collaborators.',
    mails: 'Links, invitations and notices.',
  },
  states: {
    working: 'Working',
    quiet: 'No calls in the last minutes',
    troubled: 'With problems',
    down: 'Not working',
    unknown: 'Not known',
  },
  incidentStates: {
    investigating: 'Investigating',
    identified: 'Cause identified',
    watching: 'Watching',
    resolved: 'Resolved',
  },
  open: 'Open incidents',
  noneOpen: 'None.',
  past: 'Resolved in the last 90 days',
  nonePast: 'None.',
  feed: 'Incidents by RSS',
  feedText: 'What is said of each incident of the Aliado network.',
  more: 'See the status',
}

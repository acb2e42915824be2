import * as announcements from '@/db/queries/offices/announcements'
import * as types from '@/db/queries/offices/identification-types'
import * as incidents from '@/db/queries/offices/incidents'
import * as minutes from '@/db/queries/offices/network-minutes'
import * as policies from '@/db/queries/offices/policies'
import { findLimits } from '@/db/queries/tills/policies'
import { binBounds } from '@/lib/health/latency'
import type { Lines, World } from './world'

const someMinutes = { from: new Date('2026-01-02T03:04:00Z'), to: new Date('2026-01-02T03:06:00Z') }
/** In an hour: the newest of all, in which nothing happens meanwhile. */
const newestMinute = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 3_600_000)

const someIncident = {
  ...{ titleEs: 'Correos', titleEn: 'E-mails', parts: ['mails' as const], state: 'watching' as const },
  ...{ textEs: 'Tardan', textEn: 'They are slow' },
}

const someAnnouncement = (w: World) =>
  announcements.insertAnnouncement(w.tx, {
    ...{ textEs: 'Mantenimiento', textEn: 'Maintenance', audience: 'merchants', createdBy: w.mine.userId },
    ...{ showFrom: new Date(Date.now() - 60_000), showUntil: new Date(Date.now() + 3_600_000) },
  })

/** Of the whole network, as its operator asks it. */
export const networkLines: Lines = {
  'db/queries/offices/announcements#insertAnnouncement': (w) => async () => typeof (await someAnnouncement(w)),
  'db/queries/offices/announcements#listAnnouncements': async (w) => {
    await someAnnouncement(w)
    return () => announcements.listAnnouncements(w.office.db, 1)
  },
  'db/queries/offices/announcements#listShownAnnouncements': async (w) => {
    await someAnnouncement(w)
    return () => announcements.listShownAnnouncements(w.office.db, 'merchants', w.mine.userId)
  },
  'db/queries/offices/announcements#withdrawAnnouncement': async (w) => {
    const id = await someAnnouncement(w)
    return () => announcements.withdrawAnnouncement(w.tx, id)
  },
  'db/queries/offices/announcements#putAnnouncementAway': async (w) => {
    const id = await someAnnouncement(w)
    return () => announcements.putAnnouncementAway(w.office.db, id, w.mine.userId)
  },
  'db/queries/tills/policies#findLimits': (w) => () => findLimits(w.tills, w.mine.merchantId),
  'db/queries/offices/policies#setPolicy': (w) => () =>
    policies.setPolicy(w.tx, w.mine.merchantId, 'calls', { value: 10, burst: 5, until: null }),
  'db/queries/offices/policies#insertPolicyChange': (w) => () =>
    policies.insertPolicyChange(w.tx, {
      ...{ merchantId: w.mine.merchantId, policy: 'misses', value: 10, reason: 'Campaña', changedBy: w.mine.userId },
    }),
  'db/queries/offices/policies#findPolicies': (w) => () => policies.findPolicies(w.office.db, w.mine.merchantId),
  'db/queries/offices/policies#listPolicyChanges': async (w) => {
    await w.sql`insert into merchant_policy_changes (merchant_id, policy, value, reason, changed_by)
      values (${w.mine.merchantId}, 'misses', 10, 'Campaña', ${w.mine.userId})`
    return () => policies.listPolicyChanges(w.office.db, w.mine.merchantId, 10)
  },
  'db/queries/offices/network-minutes#lockSums': (w) => () => minutes.lockSums(w.tx),
  'db/queries/offices/network-minutes#nextMinutes': (w) => async () => Object.keys(await minutes.nextMinutes(w.tx)),
  'db/queries/offices/network-minutes#sumMinutes': (w) => () =>
    minutes.sumMinutes(w.tx, { ...someMinutes, bounds: binBounds }),
  'db/queries/offices/network-minutes#sweepMinutes': (w) => () => minutes.sweepMinutes(w.office.db),
  'db/queries/offices/network-minutes#listMinutes': async (w) => {
    await minutes.sumMinutes(w.tx, {
      from: newestMinute,
      to: new Date(newestMinute.getTime() + 60_000),
      bounds: binBounds,
    })
    return () => minutes.listMinutes(w.office.db, 1)
  },
  'db/queries/offices/network-minutes#listDays': async (w) => {
    await minutes.sumMinutes(w.tx, { ...someMinutes, bounds: binBounds })
    return async () => (await minutes.listDays(w.office.db, someMinutes.from)).length > 0
  },
  'db/queries/offices/network-minutes#listFailing': (w) => () => minutes.listFailing(w.office.db, 15, 10),
  'db/queries/offices/network-minutes#listHours': (w) => () => minutes.listHours(w.office.db, someMinutes.from),
  'db/queries/offices/network-minutes#findBacklog': (w) => async () =>
    Object.keys(await minutes.findBacklog(w.office.db)),
  'db/queries/offices/policies#listMerchantsWithPolicies': (w) => () =>
    policies.listMerchantsWithPolicies(w.office.db, w.mine.mark, 10),
  'db/queries/offices/identification-types#listIdentificationTypesOfNetwork': (w) => () =>
    types.listIdentificationTypesOfNetwork(w.office.db),
  'db/queries/offices/identification-types#findIdentificationType': (w) => () => types.findIdentificationType(w.tx, 1),
  'db/queries/offices/identification-types#lockIdentificationTypes': (w) => () =>
    w.office.db.transaction((tx) => types.lockIdentificationTypes(tx)),
  'db/queries/offices/identification-types#insertIdentificationType': (w) => async () =>
    typeof (await types.insertIdentificationType(w.tx, w.mine.mark)),
  'db/queries/offices/identification-types#updateIdentificationType': (w) => () =>
    types.updateIdentificationType(w.tx, 1, { name: 'Cédula' }),
  'db/queries/offices/incidents#listIncidents': (w) => async () =>
    (await incidents.listIncidents(w.office.db, 90, 1)).length,
  'db/queries/offices/incidents#listUpdates': (w) => () => incidents.listUpdates(w.office.db, [0]),
  'db/queries/offices/incidents#listOpenIncidents': (w) => async () =>
    (await incidents.listOpenIncidents(w.office.db)).length > 0,
  'db/queries/offices/incidents#insertIncident': (w) => async () =>
    typeof (await incidents.insertIncident(w.tx, someIncident, w.mine.userId)),
  'db/queries/offices/incidents#lockIncident': async (w) => {
    const id = await incidents.insertIncident(w.tx, someIncident, w.mine.userId)
    return async () => (await incidents.lockIncident(w.tx, id))?.titleEs
  },
  'db/queries/offices/incidents#setIncidentState': async (w) => {
    const id = await incidents.insertIncident(w.tx, someIncident, w.mine.userId)
    return () => incidents.setIncidentState(w.tx, id, 'resolved')
  },
  'db/queries/offices/incidents#insertIncidentUpdate': async (w) => {
    const incidentId = await incidents.insertIncident(w.tx, someIncident, w.mine.userId)
    return () => incidents.insertIncidentUpdate(w.tx, { ...someIncident, incidentId }, w.mine.userId)
  },
}

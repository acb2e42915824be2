import { addDays, localDayOf, startOfDay } from '@/lib/language/days'
import { type CaseKind, exportPath } from '@/lib/privacy/cases'
import { cookieOf } from '../fixtures/action-calls'
import { newOperator } from '../fixtures/people'
import { newInvitation } from './team'
import type { Ways } from './ways'
import type { World } from './world'

/** What one of the operator's people proposes, and another decides on. */
async function newApproval({ sql, email }: World, proposedBy: number): Promise<{ approvalId: string; reason: string }> {
  const payload = { email: email(), permissions: [permission] }
  const [row] = await sql`
    insert into approvals (kind, payload, proposed_by) values ('invite_operator', ${sql.json(payload)}, ${proposedBy})
    returning id`
  return { approvalId: String(row?.id), reason: 'Ya no hace falta' }
}

const byAnother = async (own: World) => newApproval(own, (await newOperator(own.sql)).id)

/** The owner of these tests, by the name that `visitors.ts` gives them. */
export async function operatorOf({ sql, merchantId }: World): Promise<number> {
  const [owner] = await sql`select id from users where name = ${`Quien opera ${merchantId}`}`
  return Number(owner?.id)
}

const byOwner = async (own: World) => newApproval(own, await operatorOf(own))

/** A look of the operator into the merchant's or the company's office. */
export async function newSupportView(
  { sql }: World,
  of: { merchantId: number } | { companyId: number },
): Promise<{ viewId: string; cookie: string }> {
  const operator = await newOperator(sql)
  const cookie = await cookieOf(sql, operator, 'complete')
  const [merchantId, companyId] = 'merchantId' in of ? [of.merchantId, null] : [null, of.companyId]
  const [row] = await sql`
    insert into support_views (session_id, user_id, merchant_id, company_id, ticket, reason)
    select id, user_id, ${merchantId}, ${companyId}, 'T-1', 'Una pregunta' from sessions where user_id = ${operator.id}
    returning id`
  return { viewId: String(row?.id), cookie }
}

const permission = 'operator.support.view'

async function newColleague({ sql }: World): Promise<{ userId: string; seen: string }> {
  const { id } = await newOperator(sql, { permissions: [permission] })
  return { userId: String(id), seen: permission }
}

const longAgo = 217

/** A day of the trail that is over, and in which nobody writes any more: what is sealed does not change. */
export async function closedDay({ sql }: Pick<World, 'sql'>): Promise<string> {
  const [sealed] = await sql<{ day: string }[]>`select day::text from audit_days order by day limit 1`
  if (sealed) return `/operator/activity/export?day=${sealed.day}`
  const day = addDays(localDayOf(new Date()), -longAgo)
  await sql`insert into audit_events (occurred_at, actor, action, subject_type, subject_id)
    select ${startOfDay(day)}, 'service', 'page.opened', 'permission', 'x'
    where not exists (select from audit_events where occurred_at < ${startOfDay(addDays(day, 1))})`
  return `/operator/activity/export?day=${day}`
}

/** An identification type that nobody is registered by. */
async function newType({ sql, email }: World): Promise<string> {
  const [row] = await sql`
    insert into identification_types (id, name) select max(id) + 1, ${email()} from identification_types returning id`
  return String(row?.id)
}

/** An incident that is over: one that lasts would stand above the pages of all tests. */
async function newIncident({ sql, email, ownerId }: World): Promise<string> {
  const [row] = await sql`
    insert into incidents (title_es, title_en, parts, state, resolved_at, created_by)
    values (${email()}, 'Incident', '{mails}', 'resolved', now(), ${ownerId}) returning id`
  return String(row?.id)
}

/** An announcement that is to come: one that is shown would stand above the pages of all tests. */
export async function newAnnouncement({ sql, email, ownerId }: World): Promise<string> {
  const [row] = await sql`
    insert into announcements (text_es, text_en, audience, show_from, show_until, created_by)
    values (${email()}, 'News', 'merchants', '2999-01-01', '2999-01-02', ${ownerId}) returning id`
  return String(row?.id)
}

const someIdentification = () => ({ identificationTypeId: '1', identification: '40298765432' })

/** A request to correct what is kept of a collaborator of theirs. */
async function newCase(
  { sql, email, ownerId, collaboratorId }: World,
  kind: CaseKind = 'rectification',
): Promise<{ caseId: string }> {
  const [row] = await sql`
    insert into privacy_cases (kind, contact, received_on, due_on, opened_by)
    values (${kind}, ${email()}, '2026-11-23', '2026-12-07', ${ownerId}) returning id`
  await sql`insert into privacy_case_people (case_id, collaborator_id) values (${row?.id}, ${collaboratorId})`
  return { caseId: String(row?.id) }
}

/** The file of an export for a request of access, which the owner proposed and somebody else approved. */
async function newExport(own: World, format: 'json' | 'pdf'): Promise<string> {
  const { sql, collaboratorId } = own
  const caseId = Number((await newCase(own, 'access')).caseId)
  const payload = { collaboratorIds: [collaboratorId], caseId }
  const [row] = await sql`
    insert into approvals (kind, payload, proposed_by, decision, decided_by, decided_at)
    values ('export_data', ${sql.json(payload)}, ${await operatorOf(own)}, 'approved', ${(await newOperator(sql)).id}, now())
    returning id`
  return exportPath(caseId, Number(row?.id), format)
}

const resolved = { state: 'resolved', textEs: 'Ya pasó', textEn: 'It is over' }

export const operator: Ways = {
  pages: {
    '/operator': { shows: false },
    '/operator/activity/key': { shows: false },
    // In an exported day everybody stands by their id.
    '/operator/activity/export': { shows: false, path: closedDay },
    '/operator/approvals': {
      path: async (own) => {
        await newExport(own, 'json')
        return '/operator/approvals'
      },
    },
    '/operator/support': { shows: false },
    '/portal/activity/support': { shows: false },
    '/company/activity/support': { shows: false },
    '/operator/health': { shows: false },
    '/operator/announcements': { shows: false },
    '/operator/incidents': { shows: false },
    '/operator/policies': { shows: false },
    '/operator/privacy': { shows: false },
    '/operator/privacy/[id]': { path: async (own) => `/operator/privacy/${(await newCase(own)).caseId}` },
    '/operator/privacy/[id]/export/[approval]/json': { path: (own) => newExport(own, 'json') },
    '/operator/privacy/[id]/export/[approval]/pdf': { shows: false, path: (own) => newExport(own, 'pdf') },
    '/operator/privacy/retention': { shows: false },
    '/operator/policies/[id]': { path: ({ merchantId }) => `/operator/policies/${merchantId}` },
  },
  actions: {
    'app/operator/approvals/actions.ts': {
      approveAction: { on: 'foreign', fields: byAnother },
      refuseAction: { on: 'foreign', fields: byAnother },
      withdrawApprovalAction: { on: 'foreign', fields: byOwner },
      switchFourEyesAction: { on: 'own', fields: () => ({ to: 'on' }) },
    },
    'app/operator/support/actions.ts': {
      startViewAction: {
        on: 'foreign',
        fields: ({ merchantName }) => ({
          side: 'merchant',
          other: merchantName,
          ticket: 'T-1',
          reason: 'Una pregunta',
        }),
      },
    },
    'app/portal/activity/support/actions.ts': {
      revokeMerchantViewAction: {
        on: 'foreign',
        fields: async (own) => ({ viewId: (await newSupportView(own, { merchantId: own.merchantId })).viewId }),
      },
    },
    'app/company/activity/support/actions.ts': {
      revokeCompanyViewAction: {
        on: 'foreign',
        fields: async (own) => ({ viewId: (await newSupportView(own, { companyId: own.companyId })).viewId }),
      },
    },
    'app/operator/announcements/actions.ts': {
      publishAnnouncementAction: {
        on: 'foreign',
        fields: ({ email }) => ({
          textEs: email(),
          textEn: email(),
          audience: 'merchants',
          from: '2099-01-01',
          until: '2099-01-02',
        }),
      },
      withdrawAnnouncementAction: {
        on: 'foreign',
        fields: async (own) => ({ announcementId: await newAnnouncement(own) }),
      },
    },
    'app/operator/incidents/actions.ts': {
      openIncidentAction: {
        on: 'foreign',
        fields: ({ email }) => ({ titleEs: email(), titleEn: email(), parts: ['mails'], ...resolved }),
      },
      updateIncidentAction: {
        on: 'foreign',
        fields: async (own) => ({ incidentId: await newIncident(own), ...resolved }),
      },
    },
    'app/operator/privacy/actions.ts': {
      searchPeopleAction: { on: 'foreign', fields: () => someIdentification() },
      openCaseAction: {
        on: 'foreign',
        fields: ({ email }) => ({
          ...{ ...someIdentification(), kind: 'access', contact: email(), note: '' },
          receivedOn: localDayOf(new Date()),
        }),
      },
      askRectificationAction: {
        on: 'foreign',
        fields: async (own) => ({
          ...(await newCase(own)),
          collaboratorId: String(own.collaboratorId),
          what: 'Se llama Ana',
        }),
      },
      proposeForCaseAction: { on: 'foreign', fields: (own) => newCase(own, 'cancellation') },
      confirmDownloadAction: { on: 'foreign', fields: (own) => newCase(own, 'access') },
      answerCaseAction: {
        on: 'foreign',
        fields: async (own) => ({ ...(await newCase(own)), answer: 'No se guarda nada' }),
      },
      refuseCaseAction: {
        on: 'foreign',
        fields: async (own) => ({ ...(await newCase(own)), answer: 'No se identificó' }),
      },
    },
    'app/operator/policies/actions.ts': {
      setPolicyAction: {
        on: 'foreign',
        fields: ({ merchantId }) => ({
          ...{ merchantId: String(merchantId), policy: 'misses', value: '240', burst: '', until: '', reason: 'Feria' },
        }),
      },
      addTypeAction: { on: 'foreign', fields: ({ email }) => ({ name: email() }) },
      renameTypeAction: {
        on: 'foreign',
        fields: async (own) => ({ typeId: await newType(own), name: own.email() }),
      },
      retireTypeAction: { on: 'foreign', fields: async (own) => ({ typeId: await newType(own) }) },
    },
    'app/operator/team/actions.ts': {
      inviteOperatorAction: { on: 'foreign', fields: ({ email }) => ({ email: email(), permissions: [permission] }) },
      changeOperatorAction: {
        on: 'foreign',
        fields: async (own) => ({ ...(await newColleague(own)), permissions: ['operator.policies.manage'] }),
      },
      removeOperatorAction: { on: 'foreign', fields: newColleague },
      withdrawOperatorAction: {
        on: 'foreign',
        fields: async (own) => newInvitation(own, { invitedBy: own.ownerId, permission }),
      },
    },
  },
}

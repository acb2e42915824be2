import { randomBytes } from 'node:crypto'
import * as keys from '@/db/queries/offices/data-keys'
import { findCarriedKeys } from '@/db/queries/tills/installation'
import type { Lines, World } from './world'

/** What the change of DATA_KEY asks (ADR-0060). */

const installed = ({ sql }: World) =>
  sql`insert into installation (data_key_digest) values (${randomBytes(32)}) on conflict do nothing`

const hmacOf = async ({ sql, mine }: World): Promise<Buffer> => {
  const [row] = await sql<{ hmac: Buffer }[]>`
    select identification_hmac as hmac from collaborators where id = ${mine.collaboratorId}`
  if (!row) throw new Error('the tenant has a collaborator')
  return row.hmac
}

const withSecret = async ({ sql, mine }: World): Promise<number> => {
  await sql`update users set totp_secret = ${randomBytes(40)}, totp_enrolled_at = now() where id = ${mine.userId}`
  return mine.userId
}

export const keyLines: Lines = {
  'db/queries/tills/installation#findCarriedKeys': async (w) => {
    await installed(w)
    return () => findCarriedKeys(w.tills)
  },
  'db/queries/offices/data-keys#findInstallation': async (w) => {
    await installed(w)
    return () => keys.findInstallation(w.office.db)
  },
  'db/queries/offices/data-keys#setInstallation': async (w) => {
    await installed(w)
    return () => keys.setInstallation(w.tx, { carriedKeys: null })
  },
  'db/queries/offices/data-keys#holdKeyGeneration': async (w) => {
    await installed(w)
    return () => keys.holdKeyGeneration(w.tx)
  },
  'db/queries/offices/data-keys#lockKeyGeneration': (w) => () => keys.lockKeyGeneration(w.tx),
  'db/queries/offices/data-keys#lockPeopleByHmacs': async (w) => {
    const hmac = await hmacOf(w)
    return () => keys.lockPeopleByHmacs(w.tx, [hmac])
  },
  'db/queries/offices/data-keys#rekeyPeople': async (w) => {
    const hmac = await hmacOf(w)
    const anew = { id: w.mine.collaboratorId, hmac, ciphertext: randomBytes(40), keyGeneration: 1 }
    return () => keys.rekeyPeople(w.tx, [anew])
  },
  'db/queries/offices/data-keys#takePeopleToRekey': (w) => () =>
    keys.takePeopleToRekey(w.tx, 2, { after: 0, limit: 1 }),
  'db/queries/offices/data-keys#takeUsersToRekey': async (w) => {
    await withSecret(w)
    return () => keys.takeUsersToRekey(w.tx, 2, { after: 0, limit: 1 })
  },
  'db/queries/offices/data-keys#rekeyUser': (w) => () =>
    keys.rekeyUser(w.tx, {
      ...{ id: w.mine.userId, totpSecret: null, totpKeyGeneration: 1 },
      ...{ totpPendingSecret: null, totpPendingKeyGeneration: 1 },
    }),
  'db/queries/offices/data-keys#takeImportsToRekey': (w) => () => keys.takeImportsToRekey(w.tx, 2, { after: 0 }),
  'db/queries/offices/data-keys#rekeyImport': async (w) => {
    const [file] = await keys.listKeyedImports(w.office.db, 0)
    if (!file) throw new Error('the tenant has an import')
    return () => keys.rekeyImport(w.tx, file)
  },
  'db/queries/offices/data-keys#countOfOtherGenerations': (w) => () => keys.countOfOtherGenerations(w.office.db, 1),
  'db/queries/offices/data-keys#listKeyedPeople': (w) => () => keys.listKeyedPeople(w.office.db, 0, 1),
  'db/queries/offices/data-keys#listKeyedUsers': async (w) => {
    const id = await withSecret(w)
    return () => keys.listKeyedUsers(w.office.db, id - 1, 1)
  },
  'db/queries/offices/data-keys#listKeyedImports': (w) => () => keys.listKeyedImports(w.office.db, 0),
}

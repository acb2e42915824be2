import { startPortal } from './fixtures/service'

/** One service for the whole run; each test makes a merchant of its own in it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const portal = await startPortal()
  Object.assign(process.env, portal.variables)
  return portal.stop
}

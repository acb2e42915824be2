import type { OfficeDb, OfficeTx } from '@/db/office'
import {
  changeDeviceToken,
  type DeviceOwner,
  findKnownDevice,
  forgetDevices,
  upsertKnownDevice,
} from '@/db/queries/offices/known-devices'
import { digest, type Secret } from '@/lib/credentials/secret'
import { knownDeviceBounds } from './browser'
import { isWellFormedToken, mintSessionToken } from './session'

/** What a browser says that it is known by; undefined when it says nothing. */
type Presented = string | undefined

const hashOf = (presented: Presented): Buffer | undefined =>
  presented !== undefined && isWellFormedToken(presented) ? digest(presented) : undefined

/**
 * The device that a browser is to that owner; undefined when it is none of theirs. One look-up, whoever the owner is, and whether or not
 * there is one (P-02).
 */
export async function recogniseDevice(db: OfficeDb, owner: DeviceOwner, presented: Presented) {
  const tokenHash = hashOf(presented)
  return tokenHash && findKnownDevice(db, owner, tokenHash, knownDeviceBounds)
}

/**
 * Makes the browser known to an owner who has just proved that they are it, and gives the token for its cookie: a new one at each time,
 * for everybody whom the browser is known to, so that a copy of the cookie, or one that was planted, ends here.
 */
export async function rememberDevice(
  tx: OfficeTx,
  owner: DeviceOwner,
  device: { presented: Presented; secondStep: boolean },
): Promise<Secret> {
  const { token, tokenHash } = mintSessionToken()
  const old = hashOf(device.presented)
  if (old) await changeDeviceToken(tx, old, tokenHash)
  await upsertKnownDevice(tx, owner, { tokenHash, secondStep: device.secondStep }, knownDeviceBounds)
  return token
}

/** No device is known to the owner any more, but for the one that asks, if it is. */
export const forgetOtherDevices = (tx: OfficeTx, owner: DeviceOwner, presented: Presented): Promise<void> =>
  forgetDevices(tx, owner, hashOf(presented))

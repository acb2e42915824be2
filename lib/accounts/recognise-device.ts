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

/** The device token in a browser's cookie; undefined without a cookie. */
type Presented = string | undefined

const hashOf = (presented: Presented): Buffer | undefined =>
  presented !== undefined && isWellFormedToken(presented) ? digest(presented) : undefined

/**
 * The owner's known device that a browser is; undefined when it is none of theirs. One look-up, whoever the owner is, and
 * whether or not they exist (P-02).
 */
export async function recogniseDevice(db: OfficeDb, owner: DeviceOwner, presented: Presented) {
  const tokenHash = hashOf(presented)
  return tokenHash && findKnownDevice(db, owner, tokenHash, knownDeviceBounds)
}

/**
 * Makes the browser known to an owner who has just proved who they are, and returns the token for its cookie. The token is new
 * each time, for every owner to whom the browser is known, so that a copied or planted cookie stops working.
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

/** Forgets every known device of the owner except the browser that asks. */
export const forgetOtherDevices = (tx: OfficeTx, owner: DeviceOwner, presented: Presented): Promise<void> =>
  forgetDevices(tx, owner, hashOf(presented))

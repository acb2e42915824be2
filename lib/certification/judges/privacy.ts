import { fail, inOrder, type Judge, notShown, pass, warning } from './judge'

/** C17: a page of a browser would hold the credential. A till within a web view sends the same, and fails too (D10). */
export const noBrowser: Judge = ({ calls }) => {
  const bad = inOrder(calls).filter(
    ({ method, browserHeaders }) => method === 'OPTIONS' || browserHeaders !== undefined,
  )
  if (bad.length > 0) return fail('browser', bad)
  return calls.length === 0 ? notShown('noCalls') : pass([])
}

/** C18: addresses are written in the logs of whatever is on the way (D32, D47). */
export const nothingPrivateInAddress: Judge = ({ calls }) => {
  const withFlaw = (flaw: 'identification' | 'secret' | 'reference') =>
    inOrder(calls).filter(({ inAddress }) => inAddress?.includes(flaw))
  if (withFlaw('identification').length > 0) return fail('identificationInAddress', withFlaw('identification'))
  if (withFlaw('secret').length > 0) return fail('secretInAddress', withFlaw('secret'))
  if (withFlaw('reference').length > 0) return warning('referenceLikeIdentification', withFlaw('reference'))
  return calls.length === 0 ? notShown('noCalls') : pass([])
}

/** C22: an identification of the range that is not assigned is a typing error, as long as there are few. */
export const assignedIdentities: Judge = ({ calls }, { typosMax }) => {
  const named = inOrder(calls).filter(({ sent }) => sent.person !== undefined)
  const real = named.filter(({ sent }) => sent.person?.isOfTest === false)
  if (real.length > 0) return fail('realIdentification', real)
  const unassigned = named.filter(({ sent }) => sent.person?.assigned === undefined)
  const persons = new Set(unassigned.map(({ sent }) => sent.person?.digest))
  if (persons.size > typosMax) return fail('unassigned', unassigned)
  if (persons.size > 0) return warning('mistyped', unassigned)
  return named.length === 0 ? notShown('noCalls') : pass([])
}

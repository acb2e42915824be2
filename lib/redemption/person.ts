/** A character and the marks that belong to it. `Intl.Segmenter` says the same of names, and costs a till ten times as much. */
const first = /^\P{M}\p{M}*/u

/** D26: the first given name and the initial of the first surname, for confirming with the customer: `Ana P.` */
export function displayName(firstName: string, lastName: string): string {
  const given = firstName.trim().split(/\s+/u, 1)[0] ?? ''
  const initial = first.exec(lastName.trim())?.[0]
  return initial ? `${given} ${initial.toLocaleUpperCase('es')}.` : given
}

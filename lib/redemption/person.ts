const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** D26: the first given name and the initial of the first surname, for confirming with the customer: `Ana P.` */
export function displayName(firstName: string, lastName: string): string {
  const given = firstName.trim().split(/\s+/u)[0] ?? ''
  const [initial] = graphemes.segment(lastName.trim())
  return initial ? `${given} ${initial.segment.toLocaleUpperCase('es')}.` : given
}

/** How long the texts of a case may be, as its table holds it. */
export const contactLengthMax = 200
export const textLengthMax = 1_000

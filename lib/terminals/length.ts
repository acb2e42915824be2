/** Without the schemas of `drafts.ts`, so that a form in the browser does not load them. */
export const terminalNameLengthMax = 60
export const terminalNoteLengthMax = 500

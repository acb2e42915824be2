/**
 * A text that no spreadsheet takes for a formula: an apostrophe before what would begin one (OWASP, CSV Injection; the full-width
 * letters because some programs fold them). What begins with apostrophes before such a letter gets one more: so `plainText` always
 * gives back what was written.
 */
export const safeText = (text: string): string => (/^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

/** What a file of ours said before `safeText`, for those that read one back. */
export const plainText = (text: string): string => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text)

/**
 * A text that no spreadsheet takes for a formula: an apostrophe is put before a character that would begin one (OWASP, CSV
 * Injection; also before the full-width ones, because some programs turn them into the ASCII ones). A text that has apostrophes
 * before such a character already gets one more, so that `plainText` always restores the original.
 */
export const safeText = (text: string): string => (/^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

/** The text before `safeText` changed it, when a file of ours is read back. */
export const plainText = (text: string): string => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text)

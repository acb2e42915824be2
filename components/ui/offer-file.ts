const keptMs = 60_000

/** Has the browser save a text as a file. Its address lives a little longer: Safari reads it only after the press is over. */
export function offerFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}

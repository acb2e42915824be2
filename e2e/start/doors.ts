import { connect } from 'node:net'

const answerMsMax = 2_000

/** Whether somebody listens there. */
export const accepts = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: answerMsMax })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })

/** Sends the form of the page of signing in as a browser without JavaScript does, and gives back the status. */
export async function postSignIn(
  offices: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<number> {
  const page = await (await fetch(`${offices}/sign-in`)).text()
  const form = new FormData()
  for (const [input] of page.matchAll(/<input type="hidden"[^>]*>/g)) {
    const [, name] = /name="([^"]*)"/.exec(input) ?? []
    const [, value = ''] = /value="([^"]*)"/.exec(input) ?? []
    if (name !== undefined) form.set(name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const answer = await fetch(`${offices}/sign-in`, { method: 'POST', headers, body: form, redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status
}

import { setTimeout as wait } from 'node:timers/promises'
import { startContainer } from './container'

/** A process that starts a container of an image, `{ root, settings }`, with a command, says which process it is, and stays. */
const [image = '', ...command] = process.argv.slice(2)
const container = await startContainer(JSON.parse(image), {}, command)
for (;;) {
  const pid = await container.pid().catch(() => undefined)
  if (pid !== undefined) process.stdout.write(`${pid}\n`)
  await wait(pid === undefined ? 20 : 60_000)
}

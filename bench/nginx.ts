import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '@/server/settings'

/** docs/nginx.example.conf in the foreground, with those API processes, listening on that port, all of its files in that folder. */
export async function writeNginxConfiguration(
  directory: string,
  port: number,
  apiUrls: readonly string[],
): Promise<string> {
  await mkdir(directory, { recursive: true })
  // Under root its workers run as another user, who must be able to pass.
  await chmod(directory, 0o755)
  const file = join(directory, 'nginx.conf')
  const example = await readFile(join(projectRoot, 'docs/nginx.example.conf'), 'utf8')
  await writeFile(file, configuration(example, directory, port, apiUrls))
  return file
}

function configuration(example: string, directory: string, port: number, apiUrls: readonly string[]): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  )
  const servers = apiUrls.map((url) => `    server ${new URL(url).host} max_fails=1 fail_timeout=2s;\n`)
  const named = [3001, 3011].map((number) => `    server 127.0.0.1:${number} max_fails=1 fail_timeout=2s;\n`).join('')
  const changes: [from: string, to: string][] = [
    ['worker_processes auto;', 'worker_processes 1;\ndaemon off;'],
    ['pid nginx.pid;', `pid ${join(directory, 'nginx.pid')};`],
    ['http {', `http {\n${folders.join('\n')}`],
    [named, servers.join('')],
    ['127.0.0.1:8080', `127.0.0.1:${port}`],
  ]
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`docs/nginx.example.conf has no "${from}"`)
    return changed.replace(from, to)
  }, example)
}

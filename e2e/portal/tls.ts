import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../fixtures/program'

/** Ends TLS with a certificate of its own making, and passes on what comes to the port that it is pointed at, as a proxy in front of the offices does. */
export async function startTlsProxy(): Promise<{ url: string; pointAt(port: number): void; stop(): Promise<void> }> {
  let target = 0
  const server = createServer(selfSigned(), (incoming, answer) => {
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': incoming.headers.host }
    const { method, url: path } = incoming
    const passed = request({ host: '127.0.0.1', port: target, method, path, headers }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.rawHeaders)
      received.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    incoming.pipe(passed)
  })
  server.listen(0)
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    pointAt: (port) => {
      target = port
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'aliado-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const files = ['-keyout', key, '-out', cert]
    execFileSync(
      findProgram('openssl', 'openssl'),
      ['req', '-x509', ...curve, ...files, '-days', '2', '-subj', '/CN=localhost'],
      {
        stdio: 'ignore',
      },
    )
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

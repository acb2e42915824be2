import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { announce, connectBaseline } from './baseline'

/** Opaque client_credentials tokens from the package `oidc-provider`, its clients and tokens in PostgreSQL. */

const sql = connectBaseline()

await sql`
  create table if not exists oidc_payloads (
    model text not null, id text not null, payload jsonb not null, expires_at timestamptz, primary key (model, id))`
// Written by hand as text, since postgres.js would wrap a parameter of type jsonb once more.
const clients: { clientId: string; clientSecret: string }[] = JSON.parse(process.env.OIDC_CLIENTS ?? '[]')
await sql`
  insert into oidc_payloads (model, id, payload)
  select 'Client', id, payload::jsonb from unnest(${clients.map((client) => client.clientId)}::text[],
    ${clients.map((client) => JSON.stringify(metadataOf(client)))}::text[]) as c (id, payload)`

function metadataOf(client: { clientId: string; clientSecret: string }) {
  return {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: 'core.integrations',
  }
}

/** The interface that the package documents (example/my_adapter.js), as far as this grant uses it. */
class PostgresAdapter {
  readonly #model: string

  constructor(model: string) {
    this.#model = model
  }

  async upsert(id: string, payload: Record<string, unknown>, expiresIn: number): Promise<void> {
    await sql`
      insert into oidc_payloads (model, id, payload, expires_at)
      values (${this.#model}, ${id}, ${JSON.stringify(payload)}::text::jsonb,
        now() + ${expiresIn ?? null}::int * interval '1 second')
      on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`
  }

  async find(id: string): Promise<Record<string, unknown> | undefined> {
    const [row] = await sql<{ payload: Record<string, unknown> }[]>`
      select payload from oidc_payloads
      where model = ${this.#model} and id = ${id} and (expires_at is null or expires_at > now())`
    return row?.payload
  }

  async destroy(id: string): Promise<void> {
    await sql`delete from oidc_payloads where model = ${this.#model} and id = ${id}`
  }

  async findByUserCode(): Promise<undefined> {}
  async findByUid(): Promise<undefined> {}
  async consume(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
}

const provider = new Provider('http://127.0.0.1', {
  adapter: PostgresAdapter,
  scopes: ['core.integrations'],
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  ttl: { ClientCredentials: 900 },
})

const server = createServer(provider.callback())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  announce(typeof address === 'object' && address ? address.port : 0)
})

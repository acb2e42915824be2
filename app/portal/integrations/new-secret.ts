/** What an action answers once, and the browser keeps until its dialog is closed. `since` is when a rotation made the secret. */
export type NewSecret =
  | { kind: 'api_key'; id: number; name: string; apiKey: string }
  | { kind: 'oauth_client'; id: number; name: string; clientId: string; clientSecret: string; since?: string }

/** Where machines call us. */
export type Addresses = { apiUrl: string; tokenUrl: string }

export type Kind = NewSecret['kind']

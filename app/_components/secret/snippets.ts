import type { Addresses, NewSecret } from '@/app/portal/integrations/new-secret'

/** The till for which a credential is: what its calls say of themselves. */
export type Place = { readonly branchId: number | undefined; readonly terminal: string | undefined }

/** The file in which a system keeps a new credential. */
export function envFile(secret: NewSecret, { apiUrl, tokenUrl }: Addresses, place?: Place): string {
  const lines =
    secret.kind === 'api_key'
      ? [`ALIADO_API_URL=${apiUrl}`, `ALIADO_API_KEY=${secret.apiKey}`]
      : [
          `ALIADO_API_URL=${apiUrl}`,
          `ALIADO_TOKEN_URL=${tokenUrl}`,
          `ALIADO_CLIENT_ID=${secret.clientId}`,
          `ALIADO_CLIENT_SECRET=${secret.clientSecret}`,
        ]
  if (place?.branchId !== undefined) lines.push(`ALIADO_BRANCH_ID=${place.branchId}`)
  if (place?.terminal !== undefined) lines.push(`ALIADO_TERMINAL_ID=${place.terminal}`)
  return `${lines.join('\n')}\n`
}

/** A name for that file, valid in any file system. */
export const envFileName = ({ name }: NewSecret): string =>
  `aliado-${
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'credencial'
  }.env`

type Snippet = { language: string; code: string }

const path = '/api/v1/integrations/credential'

/**
 * A first call that changes nothing and says whose credential it is (D59), in five languages. They read what `envFile` wrote, so they
 * contain no secret. With `named` they say which till calls (D58).
 */
export function snippets(
  kind: NewSecret['kind'],
  addresses: Addresses,
  named = false,
): readonly [Snippet, ...Snippet[]] {
  return kind === 'api_key' ? keySnippets(addresses, named) : clientSnippets(addresses, named)
}

const keySnippets = ({ apiUrl }: Addresses, named: boolean): readonly [Snippet, ...Snippet[]] => [
  {
    language: 'curl',
    code: `# set -a; . ./.env; set +a
curl --fail-with-body --max-time 10 "\${ALIADO_API_URL:-${apiUrl}}${path}" \\
  -H "X-Api-Key: $ALIADO_API_KEY"${named ? curlName : ''}`,
  },
  {
    language: 'Node',
    code: `// node --env-file=.env caja.mjs
const base = process.env.ALIADO_API_URL ?? '${apiUrl}'
const answer = await fetch(base + '${path}', {
  headers: { 'X-Api-Key': process.env.ALIADO_API_KEY${named ? nodeName : ''} },
  signal: AbortSignal.timeout(10_000),
})
if (!answer.ok) throw new Error(\`HTTP \${answer.status}\`)
console.log(await answer.json())`,
  },
  {
    language: 'PHP',
    code: `<?php // ALIADO_API_KEY del entorno
$base = getenv('ALIADO_API_URL') ?: '${apiUrl}';
$call = curl_init($base . '${path}');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => ['X-Api-Key: ' . getenv('ALIADO_API_KEY')${named ? phpName : ''}],
]);
$body = curl_exec($call);
if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200) exit(1);
print_r(json_decode($body, true));`,
  },
  {
    language: 'C#',
    code: `var url = Environment.GetEnvironmentVariable("ALIADO_API_URL") ?? "${apiUrl}";
using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
http.DefaultRequestHeaders.Add("X-Api-Key", Environment.GetEnvironmentVariable("ALIADO_API_KEY"));${named ? sharpName('Environment.GetEnvironmentVariable') : ''}
using var answer = await http.GetAsync(url + "${path}");
answer.EnsureSuccessStatusCode();
Console.WriteLine(await answer.Content.ReadAsStringAsync());`,
  },
  {
    language: 'Python',
    code: `import json, os, urllib.request

base = os.environ.get("ALIADO_API_URL", "${apiUrl}")
request = urllib.request.Request(
    base + "${path}",
    headers={"X-Api-Key": os.environ["ALIADO_API_KEY"]${named ? pythonName : ''}},
)
with urllib.request.urlopen(request, timeout=10) as answer:
    print(json.load(answer))`,
  },
]

/** The header that names the till, as one more in each language. */
const curlName = ' \\\n  -H "X-Terminal-Id: $ALIADO_TERMINAL_ID"'
const nodeName = ", 'X-Terminal-Id': process.env.ALIADO_TERMINAL_ID"
const phpName = ", 'X-Terminal-Id: ' . getenv('ALIADO_TERMINAL_ID')"
const sharpName = (read: string) => `\nhttp.DefaultRequestHeaders.Add("X-Terminal-Id", ${read}("ALIADO_TERMINAL_ID"));`
const pythonName = ', "X-Terminal-Id": os.environ["ALIADO_TERMINAL_ID"]'

const clientSnippets = ({ apiUrl, tokenUrl }: Addresses, named: boolean): readonly [Snippet, ...Snippet[]] => [
  {
    language: 'curl',
    code: `# set -a; . ./.env; set +a
token=$(curl --fail-with-body --max-time 10 -s "\${ALIADO_TOKEN_URL:-${tokenUrl}}" \\
  -d grant_type=client_credentials \\
  -d "client_id=$ALIADO_CLIENT_ID" \\
  -d "client_secret=$ALIADO_CLIENT_SECRET" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl --fail-with-body --max-time 10 "\${ALIADO_API_URL:-${apiUrl}}${path}" \\
  -H "Authorization: Bearer $token"${named ? curlName : ''}`,
  },
  {
    language: 'Node',
    code: `// node --env-file=.env erp.mjs
const { ALIADO_CLIENT_ID, ALIADO_CLIENT_SECRET } = process.env
const issued = await fetch(process.env.ALIADO_TOKEN_URL ?? '${tokenUrl}', {
  method: 'POST',
  signal: AbortSignal.timeout(10_000),
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: ALIADO_CLIENT_ID,
    client_secret: ALIADO_CLIENT_SECRET,
  }),
})
if (!issued.ok) throw new Error(\`HTTP \${issued.status}\`)
// One token for all calls: keep it for 14 minutes, and ask for another when the API answers 401.
const { access_token } = await issued.json()
const base = process.env.ALIADO_API_URL ?? '${apiUrl}'
const answer = await fetch(base + '${path}', {
  headers: { Authorization: \`Bearer \${access_token}\`${named ? nodeName : ''} },
  signal: AbortSignal.timeout(10_000),
})
if (!answer.ok) throw new Error(\`HTTP \${answer.status}\`)
console.log(await answer.json())`,
  },
  {
    language: 'PHP',
    code: `<?php // ALIADO_CLIENT_ID y ALIADO_CLIENT_SECRET del entorno
function call(string $url, array $options): array {
    $call = curl_init($url);
    curl_setopt_array($call, $options + [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 10]);
    $body = curl_exec($call);
    if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200) exit(1);
    return json_decode($body, true);
}
$issued = call(getenv('ALIADO_TOKEN_URL') ?: '${tokenUrl}', [
    CURLOPT_POSTFIELDS => http_build_query([
        'grant_type' => 'client_credentials',
        'client_id' => getenv('ALIADO_CLIENT_ID'),
        'client_secret' => getenv('ALIADO_CLIENT_SECRET'),
    ]),
]);
$base = getenv('ALIADO_API_URL') ?: '${apiUrl}';
print_r(call($base . '${path}', [
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . $issued['access_token']${named ? phpName : ''}],
]));`,
  },
  {
    language: 'C#',
    code: `using System.Net.Http.Headers;
using System.Text.Json;

string Env(string name, string or = "") => Environment.GetEnvironmentVariable(name) ?? or;
using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
using var issued = await http.PostAsync(Env("ALIADO_TOKEN_URL", "${tokenUrl}"),
    new FormUrlEncodedContent(new Dictionary<string, string> {
        ["grant_type"] = "client_credentials",
        ["client_id"] = Env("ALIADO_CLIENT_ID"),
        ["client_secret"] = Env("ALIADO_CLIENT_SECRET"),
    }));
issued.EnsureSuccessStatusCode();
using var json = JsonDocument.Parse(await issued.Content.ReadAsStringAsync());
var token = json.RootElement.GetProperty("access_token").GetString();
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);${named ? sharpName('Env') : ''}
Console.WriteLine(await http.GetStringAsync(Env("ALIADO_API_URL", "${apiUrl}") + "${path}"));`,
  },
  {
    language: 'Python',
    code: `import json, os, urllib.parse, urllib.request

def call(url, data=None, headers={}):
    request = urllib.request.Request(url, data, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)

issued = call(os.environ.get("ALIADO_TOKEN_URL", "${tokenUrl}"), urllib.parse.urlencode({
    "grant_type": "client_credentials",
    "client_id": os.environ["ALIADO_CLIENT_ID"],
    "client_secret": os.environ["ALIADO_CLIENT_SECRET"],
}).encode())
base = os.environ.get("ALIADO_API_URL", "${apiUrl}")
print(call(base + "${path}", headers={"Authorization": "Bearer " + issued["access_token"]${named ? pythonName : ''}}))`,
  },
]

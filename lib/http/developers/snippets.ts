import { openApiExamples } from '@/lib/http/openapi/examples'
import { type Operation, operations } from '@/lib/http/operations'
import { assert } from '@/lib/kernel/assert'
import type { Language } from '@/lib/language/language'
import { translatorOf } from '@/lib/messages/translator'
import { fillSlots, type SlotName, type SlotValues } from './slots'

/**
 * The calls that the pages show, in five languages, from the examples that tests send. A call is the id of an operation, with the name of a
 * further example after a point: `applyDiscount`, `applyDiscount.items`. Each snippet is a program that runs as it stands, with
 * `ALIADO_API_URL` and `ALIADO_API_KEY` in its environment: no secret stands in it.
 */

export type Snippet = { readonly language: string; readonly template: string }

type Call = {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, text: string])[]
  /** JSON. */
  readonly body: string | undefined
  readonly isKeyed: boolean
}

const queries: Readonly<Record<string, string>> = {
  findAuthorization: '?reference={{reference}}',
  listConsumptions: '?limit=50',
}

/** The token endpoint is no operation of the catalogue. */
const tokenCall = 'token'

const everyOperation: readonly Operation[] = Object.values(operations)

/** Every call that a page can show. */
export const callNames: readonly string[] = [
  ...everyOperation.flatMap(({ id }) => [
    id,
    ...Object.keys(openApiExamples(id).bodies)
      .slice(1)
      .map((name) => `${id}.${name}`),
  ]),
  tokenCall,
]

const plainSlots = ['identificationTypeId', 'identification', 'branchId', 'authorizationCode', 'consumptionDate']

/** What the slots hold for who is nobody: the values of the examples. */
export const samples: SlotValues = samplesOf()

function samplesOf(): SlotValues {
  const found: Partial<Record<SlotName, string>> = { clientId: '$ALIADO_CLIENT_ID' }
  for (const { id } of everyOperation)
    Object.values(openApiExamples(id).bodies).forEach(({ value }, place) => {
      slotted(value, place > 0, (name, sample) => {
        found[name] ??= sample
      })
    })
  return found
}

/** The JSON of an example, its values that differ from reader to reader replaced by slots. */
function slotted(
  value: unknown,
  isFurther: boolean,
  seen: (name: SlotName, sample: string) => void = () => {},
): string {
  let skus = 0
  const slotOf = (name: string): SlotName | undefined => {
    if (plainSlots.includes(name)) return name as SlotName
    if (name === 'merchantDiscountId') return isFurther ? 'itemsDiscountId' : name
    if (name === 'reference') return isFurther ? 'itemsReference' : name
    if (name !== 'sku') return undefined
    skus += 1
    return `sku${skus}` as SlotName
  }
  const text = JSON.stringify(value, null, 2)
  return text.replace(/"(\w+)": (?:"([^"]*)"|([\d.]+))/g, (sample, name: string, string?: string, number?: string) => {
    const slot = slotOf(name)
    if (slot === undefined) return sample
    seen(slot, string ?? number ?? '')
    return string === undefined ? `"${name}": {{${slot}}}` : `"${name}": "{{${slot}}}"`
  })
}

function callOf(name: string): Call {
  const [id = '', example] = name.split('.')
  const operation = everyOperation.find((one) => one.id === id)
  assert(operation !== undefined, `the call ${name} is of an operation`)
  const bodies = Object.entries(openApiExamples(id).bodies)
  const place = example === undefined ? 0 : bodies.findIndex(([one]) => one === example)
  const body = bodies[place]?.[1].value
  assert(example === undefined || body !== undefined, `the call ${name} has an example`)
  return {
    method: operation.method,
    path: operation.path + (queries[id] ?? ''),
    headers: [
      // So that the first call shows that a till may name itself (D58).
      ...(id === 'describeCredential' ? [['X-Terminal-Id', 'CENTRO-CAJA-01'] as const] : []),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body: body === undefined ? undefined : slotted(body, place > 0),
    isKeyed: operation.idempotent === true,
  }
}

/** The programs of a call, their slots open. */
export function snippetsOf(name: string, language: Language): readonly [Snippet, ...Snippet[]] {
  if (name === tokenCall) return tokenSnippets
  const call = callOf(name)
  const keep = translatorOf(language, 'snippets')('keep')
  return [
    { language: 'curl', template: curl(call, keep) },
    { language: 'Node', template: node(call, keep) },
    { language: 'Python', template: python(call, keep) },
    { language: 'PHP', template: php(call, keep) },
    { language: 'C#', template: csharp(call, keep) },
  ]
}

/** A call with curl as a block of Markdown: what machines read, and from which a page shows the others. */
export function snippetMarkdown(name: string, language: Language): string {
  const [{ template }] = snippetsOf(name, language)
  return `\`\`\`sh ${name}\n${fillSlots(template, samples)}\n\`\`\``
}

/** The text with each `[[call]]`, alone in its line, as a block. */
export const withSnippets = (text: string, language: Language): string =>
  text.replace(/^\[\[([\w.]+)\]\]$/gm, (_, name: string) => snippetMarkdown(name, language))

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

/** A form, where the operations of the catalogue take JSON. A value of the environment stands only in a shell's text for itself. */
const tokenSnippets: readonly [Snippet, ...Snippet[]] = [
  {
    language: 'curl',
    template: `curl --max-time 10 "$ALIADO_API_URL/connect/token" \\
  -d grant_type=client_credentials \\
  -d "client_id={{clientId}}" \\
  -d "client_secret=$ALIADO_CLIENT_SECRET"`,
  },
  {
    language: 'Node',
    template: `const answer = await fetch(process.env.ALIADO_API_URL + '/connect/token', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: process.env.ALIADO_CLIENT_ID,
    client_secret: process.env.ALIADO_CLIENT_SECRET,
  }),
  signal: AbortSignal.timeout(10_000),
})
console.log(await answer.text())`,
  },
  {
    language: 'Python',
    template: `import os, urllib.error, urllib.parse, urllib.request

body = urllib.parse.urlencode({
    "grant_type": "client_credentials",
    "client_id": os.environ["ALIADO_CLIENT_ID"],
    "client_secret": os.environ["ALIADO_CLIENT_SECRET"],
})
request = urllib.request.Request(
    os.environ["ALIADO_API_URL"] + "/connect/token",
    data=body.encode(),
)
try:
    answer = urllib.request.urlopen(request, timeout=10)
except urllib.error.HTTPError as refused:
    answer = refused
print(answer.read().decode())`,
  },
  {
    language: 'PHP',
    template: `<?php
$call = curl_init(getenv('ALIADO_API_URL') . '/connect/token');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_POSTFIELDS => http_build_query([
        'grant_type' => 'client_credentials',
        'client_id' => getenv('ALIADO_CLIENT_ID'),
        'client_secret' => getenv('ALIADO_CLIENT_SECRET'),
    ]),
]);
echo curl_exec($call);`,
  },
  {
    language: 'C#',
    template: `using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading.Tasks;

static class Program
{
    static void Main() => Call().GetAwaiter().GetResult();

    static async Task Call()
    {
        var http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
        var answer = await http.PostAsync(
            Environment.GetEnvironmentVariable("ALIADO_API_URL") + "/connect/token",
            new FormUrlEncodedContent(new Dictionary<string, string>
            {
                ["grant_type"] = "client_credentials",
                ["client_id"] = Environment.GetEnvironmentVariable("ALIADO_CLIENT_ID"),
                ["client_secret"] = Environment.GetEnvironmentVariable("ALIADO_CLIENT_SECRET"),
            }));
        Console.WriteLine(await answer.Content.ReadAsStringAsync());
    }
}`,
  },
]

const curl = ({ path, headers, body, isKeyed }: Call, keep: string): string =>
  [
    ...(isKeyed ? [`# ${keep}`, 'KEY=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)'] : []),
    [
      `curl --max-time 10 "$ALIADO_API_URL${path}"`,
      '-H "X-Api-Key: $ALIADO_API_KEY"',
      ...headers.map(([name, text]) => `-H "${name}: ${text}"`),
      ...(isKeyed ? ['-H "Idempotency-Key: $KEY"'] : []),
      ...(body === undefined ? [] : [`-d '${indented(body, '  ')}'`]),
    ].join(' \\\n  '),
  ].join('\n')

const node = ({ method, path, headers, body, isKeyed }: Call, keep: string): string =>
  [
    ...(isKeyed ? [`// ${keep}`, 'const key = crypto.randomUUID()'] : []),
    `const answer = await fetch(process.env.ALIADO_API_URL + '${path}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    "    'X-Api-Key': process.env.ALIADO_API_KEY,",
    ...headers.map(([name, text]) => `    '${name}': '${text}',`),
    ...(isKeyed ? ["    'Idempotency-Key': key,"] : []),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body, '  ')}),`]),
    '  signal: AbortSignal.timeout(10_000),',
    '})',
    'console.log(await answer.text())',
  ].join('\n')

const python = ({ path, headers, body, isKeyed }: Call, keep: string): string =>
  [
    `import ${['json', 'os', 'urllib.error', 'urllib.request', ...(isKeyed ? ['uuid'] : [])]
      .filter((name) => name !== 'json' || body !== undefined)
      .join(', ')}`,
    '',
    ...(isKeyed ? [`# ${keep}`, 'key = str(uuid.uuid4())'] : []),
    ...(body === undefined ? [] : [`body = ${body}`]),
    'request = urllib.request.Request(',
    `    os.environ["ALIADO_API_URL"] + "${path}",`,
    ...(body === undefined ? [] : ['    data=json.dumps(body).encode(),']),
    '    headers={',
    '        "X-Api-Key": os.environ["ALIADO_API_KEY"],',
    ...headers.map(([name, text]) => `        "${name}": "${text}",`),
    ...(isKeyed ? ['        "Idempotency-Key": key,'] : []),
    '    },',
    ')',
    'try:',
    '    answer = urllib.request.urlopen(request, timeout=10)',
    'except urllib.error.HTTPError as refused:',
    '    answer = refused',
    'print(answer.read().decode())',
  ].join('\n')

const php = ({ path, headers, body, isKeyed }: Call, keep: string): string =>
  [
    '<?php',
    ...(isKeyed
      ? [`// ${keep}`, "$key = vsprintf('%s%s-%s-4%.3s-a%.3s-%s%s%s', str_split(bin2hex(random_bytes(16)), 4));"]
      : []),
    `$call = curl_init(getenv('ALIADO_API_URL') . '${path}');`,
    'curl_setopt_array($call, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 10,',
    '    CURLOPT_HTTPHEADER => [',
    "        'X-Api-Key: ' . getenv('ALIADO_API_KEY'),",
    ...headers.map(([name, text]) => `        '${name}: ${text}',`),
    ...(isKeyed ? ["        'Idempotency-Key: ' . $key,"] : []),
    '    ],',
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => '${indented(body, '    ')}',`]),
    ']);',
    'echo curl_exec($call);',
  ].join('\n')

const csharp = ({ path, headers, body, isKeyed }: Call, keep: string): string => {
  const sent = headers.filter(([name]) => name !== 'Content-Type')
  const url = `Environment.GetEnvironmentVariable("ALIADO_API_URL") + "${path}"`
  const add = (name: string, text: string) => `        http.DefaultRequestHeaders.Add("${name}", ${text});`
  return [
    'using System;',
    'using System.Net.Http;',
    ...(body === undefined ? [] : ['using System.Text;']),
    'using System.Threading.Tasks;',
    '',
    'static class Program',
    '{',
    // Older compilers know no Main that waits.
    '    static void Main() => Call().GetAwaiter().GetResult();',
    '',
    '    static async Task Call()',
    '    {',
    '        var http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };',
    add('X-Api-Key', 'Environment.GetEnvironmentVariable("ALIADO_API_KEY")'),
    ...sent.map(([name, text]) => add(name, `"${text}"`)),
    ...(isKeyed ? [`        // ${keep}`, add('Idempotency-Key', 'Guid.NewGuid().ToString()')] : []),
    ...(body === undefined
      ? [`        var answer = await http.GetAsync(${url});`]
      : [
          `        var body = @"${indented(body.replaceAll('"', '""'), '        ')}";`,
          '        var answer = await http.PostAsync(',
          `            ${url},`,
          '            new StringContent(body, Encoding.UTF8, "application/json"));',
        ]),
    '        Console.WriteLine(await answer.Content.ReadAsStringAsync());',
    '    }',
    '}',
  ].join('\n')
}

/** Who may import whom (architecture, The house). Each rule is named after what it forbids. */
const { readdirSync } = require('node:fs')
const { basename, dirname, join } = require('node:path')

const noun = '^lib/[a-z/-]+/[a-z]+\\.ts$'
const verb = '^lib/(?!http|web|kernel|language|messages)[a-z/-]+/[a-z]+-[a-z-]+\\.ts$'

/** What runs in the API: the integration API, and what it writes down of credentials and calls. */
const api =
  '^lib/(?:http|redemption)/|^lib/credentials/(?:authenticate-client|calls|issue-token|record-[a-z-]+)\\.ts$|^lib/requests/(?:record-requests|request)\\.ts$|^lib/terminals/(?:pending|record-terminals)\\.ts$|^lib/certification/record-seen\\.ts$'

const literally = (path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A rule for each `_components` folder below `app`: pages and components outside of its segment do not import it. */
const segments = readdirSync(join(__dirname, 'app'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name === '_components')
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(__dirname.length + 1))
  .filter((folder) => dirname(folder) !== 'app')
  .map((folder) => ({
    name: 'segment-imports-another',
    comment: `What two segments show belongs in the _components of the folder above both, not of ${basename(dirname(folder))}.`,
    severity: 'error',
    from: { path: '^app/', pathNot: `^${literally(dirname(folder))}/` },
    to: { path: `^${literally(folder)}/` },
  }))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-imports-app',
      comment: 'Only the table of the Node door names the route modules.',
      severity: 'error',
      from: { pathNot: '^(app|e2e)/|^server/routes\\.ts$' },
      to: { path: '^app/' },
    },
    { name: 'nothing-imports-e2e', severity: 'error', from: { pathNot: '^e2e/|\\.test\\.ts$' }, to: { path: '^e2e/' } },
    {
      name: 'client-imports-nothing',
      comment: 'A client is copied into systems that have nothing of ours.',
      severity: 'error',
      from: { path: '^clients/' },
      to: { dependencyTypesNot: ['core'] },
    },
    {
      name: 'kernel-imports-nothing',
      severity: 'error',
      from: { path: '^lib/kernel/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(app|components|db|e2e|server|bench)/|^lib/[a-z-]+/', pathNot: '^lib/kernel/' },
    },
    {
      name: 'noun-touches-world',
      comment: 'A file of a noun that is named by one word is a rule: no database, no http, no verb.',
      severity: 'error',
      from: { path: noun, pathNot: '\\.test\\.ts$|^lib/(http|web|kernel|messages)/' },
      to: { path: `^(app|server|e2e|db)/|^lib/(http|web)/|${verb}`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-knows-http',
      comment: 'Rules know nothing of requests and pages.',
      severity: 'error',
      from: { path: '^(db|lib)/', pathNot: '\\.test\\.ts$|^lib/(http|web)/' },
      to: { path: '^(app|components|server)/|^lib/(http|web)/' },
    },
    {
      name: 'next-outside-web',
      comment: 'The API must run without Next; only pages and lib/web may know it.',
      severity: 'error',
      from: {
        pathNot:
          '^(app|components|lib/web|e2e/portal|e2e/start)/|^(bench/offices|e2e/fixtures/office-cookie)\\.ts$|^e2e/law/proxy\\.test\\.ts$|^server/image\\.ts$|^(next\\.config\\.js|proxy\\.ts)$',
      },
      to: { path: 'node_modules/next(-auth)?/' },
    },
    {
      name: 'next-link',
      comment: 'components/ui/page-link.tsx opens pages: next/link takes 3 kB of every page.',
      severity: 'error',
      from: {},
      to: { path: 'node_modules/next/link' },
    },
    {
      name: 'next-auth-outside-cookie',
      comment: 'ADR-0026: it seals cookies, and does nothing else. Tests and the soak seal those of who is signed in.',
      severity: 'error',
      from: { pathNot: '^e2e/|^(bench/offices|lib/web/sealed-cookie)\\.ts$' },
      to: { path: 'node_modules/next-auth/' },
    },
    {
      name: 'route-knows-next',
      comment: 'Route modules of the API are mounted by both doors.',
      severity: 'error',
      from: { path: '^app/(api/v1|connect|\\.well-known|health)/' },
      to: { path: 'node_modules/next(-auth)?/|^lib/web/' },
    },
    {
      name: 'component-fetches',
      comment: 'Components show what they are given.',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^(db|server)/|^lib/(http|web)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'query-decides',
      comment: 'A query asks or writes; rules are elsewhere.',
      severity: 'error',
      from: { path: '^db/', pathNot: '\\.test\\.ts$' },
      to: { path: '^lib/', pathNot: '^lib/kernel/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'query-knows-verb',
      comment: 'Not even its types: a query speaks in its own and in those of nouns.',
      severity: 'error',
      from: { path: '^db/', pathNot: '\\.test\\.ts$' },
      to: { path: verb },
    },
    {
      name: 'queries-mix',
      comment: 'Who asks decides the driver and the manners: gathered statements, transactions of a page, a load.',
      severity: 'error',
      from: { path: '^db/queries/([a-z-]+)/' },
      to: { path: '^db/queries/', pathNot: '^db/queries/$1/' },
    },
    {
      name: 'api-asks-as-others',
      severity: 'error',
      from: { path: api, pathNot: '\\.test\\.ts$' },
      to: { path: '^db/queries/', pathNot: '^db/queries/tills/' },
    },
    {
      name: 'load-asks-as-others',
      severity: 'error',
      from: { path: '^lib/network-file/', pathNot: '\\.test\\.ts$' },
      to: { path: '^db/queries/', pathNot: '^db/queries/network-load/' },
    },
    {
      name: 'office-asks-as-others',
      severity: 'error',
      from: { path: '^(app|lib)/', pathNot: `\\.test\\.ts$|^lib/network-file/|${api}` },
      to: { path: '^db/queries/', pathNot: '^db/queries/offices/' },
    },
    {
      name: 'route-imported',
      comment: 'A route answers requests; only the table of the Node door names some.',
      severity: 'error',
      from: { pathNot: '^e2e/|^server/routes\\.ts$' },
      to: { path: '^app/.*/route\\.tsx?$' },
    },
    {
      name: 'company-as-merchant',
      comment: 'The pages of an office ask for access to that office.',
      severity: 'error',
      from: { path: '^app/company/' },
      to: { path: '^lib/web/merchant-office\\.ts$' },
    },
    {
      name: 'merchant-as-company',
      severity: 'error',
      from: { path: '^app/portal/' },
      to: { path: '^lib/web/company-office\\.ts$' },
    },
    ...segments,
    {
      name: 'barrel',
      comment: 'Only drizzle needs one.',
      severity: 'error',
      from: {},
      to: { path: '(^|/)index\\.tsx?$', pathNot: '^db/schema/index\\.ts$|node_modules' },
    },
    {
      name: 'unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|\\.build|\\.data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}

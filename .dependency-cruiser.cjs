/** Who may import whom (architecture, The house). Each rule is named after what it forbids. */
const noun = ['^lib/[a-z-]+/[a-z]+\\.ts$', '^lib/[a-z-]+/[a-z-]+/[a-z]+\\.ts$']
const edges = '(?!http|web|kernel|language|messages)'
const verb = [`^lib/${edges}[a-z-]+/[a-z]+-[a-z-]+\\.ts$`, `^lib/${edges}[a-z-]+/[a-z-]+/[a-z]+-[a-z-]+\\.ts$`]

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
      to: { path: ['^(app|server|e2e|db)/|^lib/(http|web)/', ...verb], dependencyTypesNot: ['type-only'] },
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
      from: { pathNot: '^(app|components|lib/web|e2e/portal)/|^(next\\.config\\.js|proxy\\.ts)$' },
      to: { path: 'node_modules/next(-auth)?/' },
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

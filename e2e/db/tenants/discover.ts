import { join } from 'node:path'
import ts from 'typescript'
import { filesUnder, projectRoot } from '../../law/files'

/** How the sources name whose a thing is. */
const tenantIds = ['merchantId', 'companyId', 'collaboratorId']
/** The same of either side, or of both sides, of an affiliation. */
const tenants = ['tenant', 'pair']

/**
 * Every exported function that the offices could ask for a tenant's things, as `path#name`: queries of the offices' pool that take
 * a tenant's id second, and verbs whose context says who asks and for whom. Read by the compiler, so that no way of writing one
 * escapes it.
 */
export function tenantFunctions(): string[] {
  const queries = filesUnder(['db/queries'], /^db\/queries\/offices\/[a-z-]+\.ts$/)
  const verbs = filesUnder(
    ['lib'],
    /^lib\/(?!http|web|kernel|language|messages)[a-z-]+\/(?:[a-z-]+\/)?[a-z]+-[a-z-]+\.ts$/,
  )
  return functionsOf([...queries, ...verbs], (checker, parameters, file) =>
    file.startsWith('db/') ? takesTenantSecond(checker, parameters) : saysWhoAsks(checker, parameters),
  )
}

/** Every exported query that asks a database, through whichever of the pools, as `path#name`. */
export const allQueries = (): string[] =>
  functionsOf(filesUnder(['db'], /^db\/(?:queries\/[a-z-]+\/[a-z-]+|invariants)\.ts$/), (checker, [db]) =>
    ['select', 'sharedPool', 'unsafe'].some((name) => db !== undefined && has(checker.getTypeOfSymbol(db), name)),
  )

type Asks = (checker: ts.TypeChecker, parameters: readonly ts.Symbol[], file: string) => boolean

function functionsOf(files: readonly string[], asks: Asks): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    paths: { '@/*': [join(projectRoot, '*')] },
  }
  const program = ts.createProgram(
    files.map((file) => join(projectRoot, file)),
    options,
  )
  const checker = program.getTypeChecker()
  return files.flatMap((file) => {
    const source = program.getSourceFile(join(projectRoot, file))
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) return []
    return checker
      .getExportsOfModule(module)
      .filter((symbol) => {
        const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
        return signature !== undefined && asks(checker, signature.getParameters(), file)
      })
      .map((symbol) => `${file.replace(/\.ts$/, '')}#${symbol.getName()}`)
  })
}

const has = (type: ts.Type, name: string): boolean =>
  type.isUnion() ? type.types.some((one) => has(one, name)) : type.getProperty(name) !== undefined

function takesTenantSecond(checker: ts.TypeChecker, [db, tenant]: readonly ts.Symbol[]): boolean {
  if (!db || !tenant || ![...tenantIds, ...tenants].includes(tenant.getName())) return false
  // The tills ask through another pool, and every test of the contract asks for them.
  return has(checker.getTypeOfSymbol(db), 'select')
}

function saysWhoAsks(checker: ts.TypeChecker, [ctx]: readonly ts.Symbol[]): boolean {
  if (!ctx) return false
  const type = checker.getTypeOfSymbol(ctx)
  if (!has(type, 'db') || has(type, 'actor')) return false
  return type.getProperties().some((property) => tenantIds.some((id) => has(checker.getTypeOfSymbol(property), id)))
}

import type * as z from 'zod'
import { consistencyFaults } from './consistency'
import { type NetworkFault, NetworkFileFault } from './faults'
import { fileShape, type NetworkFile } from './shape'

type Issue = z.core.$ZodIssue

/** A JSON path as people write it: `merchants[0].discounts[2].value`; the whole file is `$`. */
function jsonPath(path: readonly PropertyKey[]): string {
  let written = ''
  for (const step of path) {
    if (typeof step === 'string' && /^\w+$/.test(step)) written += written ? `.${step}` : step
    else written += `[${typeof step === 'number' ? step : JSON.stringify(String(step).slice(0, 40))}]`
  }
  return written || '$'
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** The message of an issue for which the shape has none of its own. */
function describe(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing'
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') {
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
  }
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
    return 'must be "store", "category" or "article"'
  }
  if (issue.code === 'invalid_union') return 'must be "team" or a list of type keys'
  return 'does not fit'
}

function* faultsOf(issue: Issue, parents: readonly PropertyKey[] = []): Generator<NetworkFault> {
  const path = [...parents, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    for (const field of issue.keys) {
      yield { path: jsonPath([...path, field]), message: 'is no field of the network file' }
    }
    return
  }
  // Where a field may have several shapes, the one that was meant is the one whose faults lie deeper.
  const meant = issue.code === 'invalid_union' ? issue.errors.find((nested) => nested[0]?.path.length) : undefined
  if (meant) for (const nested of meant) yield* faultsOf(nested, path)
  else yield { path: jsonPath(path), message: issue.message }
}

/**
 * Checks a parsed network file by itself (network.md), without any database: the shape of each field and what spans lists.
 * Throws NetworkFileFault with every fault at once, not the first one alone.
 */
export function parseNetworkFile(file: unknown): NetworkFile {
  const shaped = fileShape.safeParse(file, { error: describe })
  const shapeFaults = shaped.success ? [] : shaped.error.issues.flatMap((issue) => [...faultsOf(issue)])
  const faults = [...shapeFaults, ...consistencyFaults(file)]
  if (!shaped.success || faults.length > 0) throw new NetworkFileFault(faults)
  return shaped.data
}

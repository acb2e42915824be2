import { faultsOf } from '@/lib/http/openapi/document'
import { openApiExamples } from '@/lib/http/openapi/examples'
import { type Operation, operations } from '@/lib/http/operations'
import { assert } from '@/lib/kernel/assert'
import { faultStatus } from '@/lib/kernel/fault'
import type { Language } from '@/lib/language/language'
import { translatorOf } from '@/lib/messages/translator'
import { fieldTexts, operationTexts } from './field-texts'
import { callNames, snippetMarkdown } from './snippets'

/** Each operation as a page of Markdown, from the catalogue and the document that its routes and generators use. */

const everyOperation: readonly Operation[] = Object.values(operations)

export const operationIds = everyOperation.map(({ id }) => id)

export const operationTitle = (id: string, language: Language): string => textsOf(id).title[language]

export const operationText = (id: string, language: Language): string => textsOf(id).text[language]

function textsOf(id: string) {
  const texts = operationTexts[id]
  assert(texts !== undefined, `the operation ${id} has texts`)
  return texts
}

/** What of a schema of the document is read here. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly default?: unknown
}

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema }

/** The OpenAPI document, as far as the pages read it. */
export type Document = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
            readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
            readonly responses: Readonly<
              Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
            >
          }
        >
      >
    >
  >
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, Parameter>>
  }
}

type Field = { readonly path: string; readonly schema: Schema; readonly isRequired: boolean; readonly text: string }

const nameOfRef = (ref: string): string => ref.split('/').at(-1) ?? ''

/** A schema with its name, and whether null stands for its absence. */
function resolved(document: Document, schema: Schema): { name: string; schema: Schema; isNullable: boolean } {
  if (schema.anyOf !== undefined) {
    const [only, ...others] = schema.anyOf.filter(({ type }) => type !== 'null')
    assert(only !== undefined && others.length === 0, 'a field is of one kind, or null')
    return { ...resolved(document, only), isNullable: true }
  }
  if (schema.$ref === undefined) {
    const types = [schema.type ?? []].flat()
    const [type, ...others] = types.filter((one) => one !== 'null')
    assert(others.length === 0, 'a field is of one type, or null')
    return {
      name: '',
      schema: type === undefined ? schema : { ...schema, type },
      isNullable: types.length > 1,
    }
  }
  const name = nameOfRef(schema.$ref)
  const found = document.components.schemas[name]
  assert(found !== undefined, `the schema ${name} is in the document`)
  return { ...resolved(document, found), name }
}

/** The fields of an object and of what is in it, in order: `discounts[].scope.typeId`. */
function fieldsOf(document: Document, schema: Schema, language: Language, above = ''): Field[] {
  const { name: owner, schema: object } = resolved(document, schema)
  return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const one = resolved(document, property)
    const isArray = one.schema.type === 'array'
    const path = `${above}${name}${isArray ? '[]' : ''}`
    const text = fieldTexts[`${owner}.${name}`] ?? fieldTexts[name]
    assert(text !== undefined, `the field ${owner}.${name} has a text`)
    const isRequired = object.required?.includes(name) ?? false
    const within = isArray ? one.schema.items : property
    const below = within === undefined ? [] : fieldsOf(document, within, language, `${path}.`)
    return [{ path, schema: property, isRequired, text: text[language] }, ...below]
  })
}

/** What a value is, with its bounds: `integer, 1 to 200`. */
function kindOf(document: Document, schema: Schema, language: Language): string {
  const t = translatorOf(language, 'developers')
  const { schema: one, isNullable } = resolved(document, schema)
  const parts = [kindAlone(document, one, language)]
  const { minLength, maxLength, minimum, maximum, maxItems } = one
  if (maxLength !== undefined)
    parts.push(t('reference.characters', { from: String(minLength ?? 0), to: String(maxLength) }))
  else if (one.enum === undefined && maximum !== undefined && maximum < 1_000_000)
    parts.push(t('reference.range', { from: String(minimum ?? 0), to: String(maximum) }))
  else if (minimum !== undefined && minimum > 0 && one.type === 'number')
    parts.push(t('reference.above', { least: String(minimum) }))
  if (maxItems !== undefined) parts.push(t('reference.atMost', { count: maxItems }))
  if (one.default !== undefined) parts.push(t('reference.default', { value: String(one.default) }))
  if (isNullable) parts.push(t('reference.orNull'))
  return parts.join(', ')
}

function kindAlone(document: Document, one: Schema, language: Language): string {
  const t = translatorOf(language, 'developers')
  if (one.const !== undefined) return `\`${one.const}\``
  if (one.enum !== undefined) return one.enum.map((value) => `\`${value}\``).join(' ')
  if (one.type === 'array') {
    const items = resolved(document, one.items ?? {}).schema
    return items.type === 'object'
      ? t('reference.list')
      : t('reference.listOf', { of: kindAlone(document, items, language) })
  }
  if (one.format === 'date-time') return t('reference.kinds.moment')
  switch (one.type) {
    case 'integer':
    case 'number':
    case 'string':
    case 'boolean':
    case 'object':
      return t(`reference.kinds.${one.type}`)
    default:
      throw new Error(`the reference has no ${one.type}`)
  }
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n')
}

function fieldTable(document: Document, fields: readonly Field[], language: Language, isSent: boolean): string {
  const t = translatorOf(language, 'developers')
  const heads = [
    t('reference.field'),
    t('reference.kind'),
    ...(isSent ? [t('reference.required')] : []),
    t('reference.what'),
  ]
  return tableOf(
    heads,
    fields.map(({ path, schema, isRequired, text }) => [
      `\`${path}\``,
      kindOf(document, schema, language),
      ...(isSent ? [t(isRequired ? 'reference.yes' : 'reference.no')] : []),
      text,
    ]),
  )
}

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

/** The page of an operation; undefined for what is none. */
export function operationMarkdown(id: string, document: Document, language: Language): string | undefined {
  const operation = everyOperation.find((one) => one.id === id)
  if (operation === undefined) return undefined
  const t = translatorOf(language, 'developers')
  const said = document.paths[operation.path]?.[operation.method.toLowerCase()]
  assert(said !== undefined, `the operation ${id} is in the document`)
  const { answers } = openApiExamples(id)
  const parameters = (said.parameters ?? []).map((one) => {
    if (!('$ref' in one)) return one
    const found = document.components.parameters?.[nameOfRef(one.$ref)]
    assert(found !== undefined, `the parameter ${one.$ref} is in the document`)
    return found
  })
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema, required = false }): Field => {
      const text = fieldTexts[name]
      assert(text !== undefined, `the parameter ${name} has a text`)
      return { path: name, schema, isRequired: required, text: text[language] }
    })
  const sent = said.requestBody?.content['application/json']?.schema
  const answered = said.responses[String(operation.status)]?.content?.['application/json']?.schema
  assert(answered !== undefined, `the answer of ${id} is in the document`)
  const envelope = resolved(document, answered).schema.properties ?? {}
  const value = resolved(document, envelope.value ?? {}).schema
  const isList = value.type === 'array'
  const meta = resolved(document, envelope.meta ?? {}).schema
  const fields = [
    ...fieldsOf(document, (isList ? value.items : envelope.value) ?? {}, language, isList ? 'value[].' : 'value.'),
    ...(meta.type === 'object' ? fieldsOf(document, envelope.meta ?? {}, language, 'meta.') : []),
  ]
  const codes = faultsOf(operation).toSorted((one, other) => faultStatus[one] - faultStatus[other])
  return [
    `# ${operationTitle(id, language)}`,
    `\`${operation.method} ${operation.path}\``,
    operationText(id, language),
    operation.permission === null
      ? t('reference.anyPermission')
      : t('reference.permission', { permission: `\`${operation.permission}\`` }),
    ...(operation.idempotent ? [t('reference.key')] : []),
    ...(query.length === 0 ? [] : [`## ${t('reference.query')}`, fieldTable(document, query, language, true)]),
    ...(sent === undefined
      ? []
      : [`## ${t('reference.body')}`, fieldTable(document, fieldsOf(document, sent, language), language, true)]),
    ...callNames
      .filter((name) => name.split('.')[0] === id)
      .flatMap((name) => [
        `## ${t(name === id ? 'reference.call' : 'reference.callWithItems')}`,
        snippetMarkdown(name, language),
      ]),
    `## ${t('reference.answer', { status: String(operation.status) })}`,
    fieldTable(document, fields, language, false),
    ...Object.values(answers).map(({ value: body }) => json(body)),
    `## ${t('errors.title')}`,
    tableOf(
      [t('errors.code'), 'HTTP'],
      codes.map((code) => [`[${code}](/developers/errors/${code})`, String(faultStatus[code])]),
    ),
  ].join('\n\n')
}

/** All operations, each with its page. */
export function referenceMarkdown(language: Language, apiUrl: string): string {
  const t = translatorOf(language, 'developers')
  return [
    `# ${t('reference.title')}`,
    t('reference.lead', { apiUrl: `\`${apiUrl}\`` }),
    tableOf(
      [t('reference.operation'), t('reference.path')],
      everyOperation.map(({ id, method, path }) => [
        `[${operationTitle(id, language)}](/developers/reference/${id})`,
        `\`${method} ${path}\``,
      ]),
    ),
    t('reference.tokens'),
    t('reference.generators', {
      json: `[openapi.json](${apiUrl}/api/v1/openapi.json)`,
      yaml: `[openapi.yaml](${apiUrl}/api/v1/openapi.yaml)`,
      postman: '[postman.json](/developers/postman.json)',
    }),
  ].join('\n\n')
}

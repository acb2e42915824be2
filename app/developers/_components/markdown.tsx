import { lexer, type Token, type Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { Link } from '@/components/ui/link'
import { Table } from '@/components/ui/table'
import { anchorOf } from '@/lib/http/developers/anchor'
import { snippetsOf } from '@/lib/http/developers/snippets'
import type { Language } from '@/lib/language/language'
import { Code, codeId } from './code'

/**
 * The Markdown of the developers' pages as components of ours, so that they need no style or script that the policy of the offices forbids.
 * Its texts are our own: HTML in them is an error, never shown.
 */
export function Markdown({ text, language }: { text: string; language: Language }) {
  let heading = ''
  const blocks = lexer(text).map((token, place) => {
    if (token.type === 'heading') heading = plain(token as Tokens.Heading)
    return token.type === 'code' ? code(token as Tokens.Code, heading, place, language) : block(token, heading)
  })
  return inOrder(blocks)
}

/** One after the other, as children that are written so and need no keys: the text does not change while it is shown. */
const inOrder = (nodes: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...nodes)

const plain = ({ tokens }: Tokens.Heading): string =>
  tokens.map((token) => ('text' in token ? String(token.text) : '')).join('')

const names: Readonly<Record<string, string>> = { sh: 'curl', js: 'JavaScript', json: 'JSON' }

function code({ lang = '', text }: Tokens.Code, heading: string, place: number, language: Language): ReactNode {
  const [name = '', call] = lang.split(' ')
  const examples = call === undefined ? [{ language: names[name] ?? name, template: text }] : snippetsOf(call, language)
  return <Code id={codeId(heading, place)} label={heading} examples={examples} />
}

function block(token: Token, heading: string): ReactNode {
  switch (token.type) {
    case 'space':
      return null
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      if (depth === 1)
        return <h1 className="text-2xl font-semibold wrap-anywhere text-balance sm:text-3xl">{inline(tokens)}</h1>
      return (
        <h2 id={anchorOf(heading)} className="mt-4 scroll-mt-6 text-lg font-semibold text-balance">
          {inline(tokens)}
        </h2>
      )
    }
    case 'paragraph':
      return <p className="max-w-[70ch] wrap-anywhere text-pretty">{inline((token as Tokens.Paragraph).tokens)}</p>
    case 'list':
      return <List list={token as Tokens.List} />
    case 'table':
      return <Cells table={token as Tokens.Table} caption={heading} />
    default:
      throw new Error(`the developers' pages have no ${token.type}`)
  }
}

/** What stands in an item of a list: text, or something that stands by itself, such as a list in it. */
const entry = (token: Token): ReactNode =>
  token.type === 'text' ? inline((token as Tokens.Text).tokens ?? []) : block(token, '')

function List({ list: { ordered, items } }: { list: Tokens.List }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag
      className={
        ordered
          ? 'flex max-w-[70ch] list-decimal flex-col gap-2 pl-6'
          : 'flex max-w-[70ch] list-disc flex-col gap-2 pl-6'
      }
    >
      {items.map((item) => (
        <li key={item.raw} className="pl-1 wrap-anywhere text-pretty">
          {inOrder(item.tokens.map(entry))}
        </li>
      ))}
    </Tag>
  )
}

type Row = { readonly id: number; readonly cells: readonly Tokens.TableCell[] }

function Cells({ table: { header, rows }, caption }: { table: Tokens.Table; caption: string }) {
  const numbered: readonly Row[] = rows.map((cells, id) => ({ id, cells }))
  return (
    <Table<Row>
      caption={caption}
      rows={numbered}
      rowKey={({ id }) => id}
      columns={header.map((head, place) => ({
        key: `${place}`,
        label: inline(head.tokens, 'cell'),
        heading: place === 0,
        cell: ({ cells }) => inline(cells[place]?.tokens ?? [], 'cell'),
      }))}
    />
  )
}

type Place = 'text' | 'cell'

const inline = (tokens: readonly Token[], place: Place = 'text'): ReactNode =>
  inOrder(tokens.map((token) => piece(token, place)))

/** In a table names of this length stay whole from a tablet's width on: their column takes the place that they need. */
const longestName = 26

function piece(token: Token, place: Place): ReactNode {
  switch (token.type) {
    case 'text':
    case 'escape':
      return (token as Tokens.Text).text
    case 'codespan':
      return (
        <code
          className={cn(
            'rounded-sm bg-surface px-1 py-0.5 font-mono text-[0.875em] wrap-anywhere',
            place === 'cell' && token.text.length <= longestName && 'sm:whitespace-nowrap',
          )}
        >
          {(token as Tokens.Codespan).text}
        </code>
      )
    case 'strong':
      return <strong className="font-semibold">{inline((token as Tokens.Strong).tokens, place)}</strong>
    case 'link': {
      const { href, tokens } = token as Tokens.Link
      return <Link href={href}>{inline(tokens, place)}</Link>
    }
    default:
      throw new Error(`the developers' pages have no ${token.type}`)
  }
}

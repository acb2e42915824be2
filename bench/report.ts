import { type Check, checksOf, verdictOf } from './checks'
import type { Spread } from './compare'
import type { Growth } from './growth'
import { operations } from './requests'
import type { Results } from './results'
import type { MemoryOfMinute, Soak } from './soak'

type Cells = readonly string[]
type Table = { title: string; head: Cells; rows: readonly Cells[] }

const number = (value: number, digits = 0): string =>
  Number.isNaN(value) || value === null
    ? '–'
    : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })

/** Few milliseconds with decimals, many without. */
const millis = (value: number): string => number(value, value < 10 ? 2 : value < 100 ? 1 : 0)
const micros = (value: number): string => number(value)
const spread = ({ median, min, max }: Spread, digits: number): string =>
  `${number(median, digits)} (${number(min, digits)}–${number(max, digits)})`

/** The figures as text for a terminal, or as Markdown ready to paste. */
export function render(results: Results, markdown: boolean): string {
  const tables = tablesOf(results)
  const conditions = Object.entries(results.conditions)
  if (markdown) {
    const list = conditions.map(([name, value]) => `${name} ${value}`).join('; ')
    return [`Conditions: ${list}.`, ...tables.map(asMarkdown)].join('\n\n')
  }
  const list = conditions.map(([name, value]) => `  ${name.padEnd(20)} ${value}`).join('\n')
  return [`Conditions\n${list}`, ...tables.map(asText)].join('\n\n')
}

function tablesOf({ standings, atRate, growth, memory, machines, soak, start, conditions }: Results): Table[] {
  const tables: Table[] = []
  if (standings) {
    tables.push({
      title:
        'In turn, closed loop. CPU in µs per request; API / this is the ratio of requests per second, pair by pair.',
      head: [
        'operation',
        'target',
        'conn.',
        'requests/s',
        'p50 ms',
        'p99 ms',
        'CPU process',
        'CPU PostgreSQL',
        'CPU load',
        'calls kept',
        'API / this',
      ],
      rows: standings.map((each) => [
        each.operation,
        each.target,
        String(each.connections),
        spread(each.perSecond, 0),
        millis(each.p50),
        millis(each.p99),
        micros(each.processMicros),
        micros(each.postgresMicros),
        micros(each.loadMicros),
        Number.isFinite(each.kept) ? `${number(100 * each.kept)} %` : '–',
        each.ratio ? spread(each.ratio, 2) : '',
      ]),
    })
  }
  if (atRate) {
    tables.push({
      title: 'At a fixed rate, open loop: latency in ms from the moment that a request was due.',
      head: ['operation', 'target', 'due/s', 'answered/s', 'p50', 'p99', 'p99.9'],
      rows: atRate.map((each) => [
        each.operation,
        each.target,
        number(each.rate),
        number(each.answeredPerSecond),
        ...[each.p50, each.p99, each.p999].map(millis),
      ]),
    })
  }
  if (growth) tables.push(...growthTables(growth))
  if (memory) {
    const { atRestMiB, peakMiB, afterMiB, requests } = memory
    tables.push({
      title: `Resident memory of the API process in MiB, ${number(requests)} requests over 64 connections.`,
      head: ['before', 'peak', 'after'],
      rows: [[atRestMiB, peakMiB, afterMiB].map((value) => number(value))],
    })
  }
  if (machines) {
    tables.push(
      {
        title:
          'Machines of the API behind nginx, which share the cores: CPU in µs and log of the database in bytes for each call.',
        head: [
          'operation',
          'machines',
          'requests/s',
          'to one',
          'p50 ms',
          'p99 ms',
          'CPU API',
          'CPU PostgreSQL',
          'CPU nginx',
          'CPU Redis',
          'WAL bytes',
          'connections',
        ],
        rows: machines.calls.map((each) => [
          each.operation,
          String(each.machines),
          number(each.perSecond),
          number(each.ratio, 2),
          millis(each.p50),
          millis(each.p99),
          micros(each.apiMicros),
          micros(each.postgresMicros),
          micros(each.nginxMicros),
          micros(each.redisMicros),
          number(each.walBytes),
          String(each.connections),
        ]),
      },
      {
        title: 'Bytes of a row of the tables that grow, after these calls.',
        head: ['table', 'rows', 'row', 'its indexes'],
        rows: machines.rows.map((each) => [
          each.table,
          number(each.rows),
          number(each.heapBytes),
          number(each.indexBytes),
        ]),
      },
    )
  }
  if (soak) tables.push(...soakTables(soak))
  if (start) {
    tables.push({
      title: 'npm start after a build, in seconds until ready.',
      head: ['with nothing there', 'again, median of 3', 'each'],
      rows: [
        [
          number(start.firstSeconds, 2),
          number(start.againSeconds, 2),
          start.againAll.map((value) => number(value, 2)).join(' '),
        ],
      ],
    })
  }
  return [...tables, checksTable(checksOf({ conditions, ...present({ standings, growth, memory, start }) }))]
}

function growthTables({ sizes, latencies, pages }: Growth): Table[] {
  return [
    {
      title: 'The networks. The first merchant has a tenth of all sales and calls.',
      head: ['network', 'collaborators', 'consumptions', 'calls a day', 'GB', 'loaded in s'],
      rows: sizes.map((each) => [
        `${each.factor}x`,
        ...[each.collaborators, each.consumptions, each.callsPerDay].map((value) => number(value)),
        number(each.gigabytes, 1),
        number(each.loadSeconds),
      ]),
    },
    {
      title: 'Growth: latency in ms at a quarter of the maximum at 1x, open loop, networks in turn.',
      head: ['operation', 'network', 'due/s', 'p50', 'p99', 'p50 / at 1x', 'p99 / at 1x'],
      rows: latencies.map((each) => [
        ...[each.operation, `${each.factor}x`, number(each.rate), millis(each.p50), millis(each.p99)],
        ...[number(each.p50Ratio, 2), number(each.p99Ratio, 2)],
      ]),
    },
    {
      title: 'Pages of the offices in the largest network, in ms from the request to the last byte.',
      head: ['page', 'median', 'longest'],
      rows: pages.map((each) => [each.page, millis(each.median), millis(each.longest)]),
    },
  ]
}

function soakTables({ maxima, rates, minutes, slopes, latencies }: Soak): Table[] {
  const latency = ({ p50, p99 }: { p50: number; p99: number }) => [millis(p50), millis(p99)]
  const paces = operations.map((of) => `${of} ${number(rates[of])}/s of ${number(maxima[of])} alone`).join(', ')
  return [
    {
      title: `Soak, open loop, vacuums and checkpoints as PostgreSQL comes: ${paces}. Latency in ms from the moment that a request was due.`,
      head: [
        'minute',
        ...operations.flatMap((of) => [`${of}/s`, 'p50', 'p99']),
        ...['pages', 'p50', 'p99', 'refused or lost'],
      ],
      rows: minutes.map(({ minute, operations: each, pages }) => [
        number(minute),
        ...operations.flatMap((of) => [number(each[of].perSecond), ...latency(each[of])]),
        ...[number(pages.opened), ...latency(pages)],
        number(operations.reduce((sum, of) => sum + each[of].others, pages.others)),
      ]),
    },
    {
      title:
        'Memory at the end of each minute in MiB: resident, heap in use, and of PostgreSQL what its processes share once. Of that minute, connections begun, checkpoints that ended, and MiB of the write-ahead log.',
      head: [
        'minute',
        ...slopes.map(({ figure }) => memoryNames[figure]),
        'connections',
        'begun',
        'checkpoints',
        'log',
      ],
      rows: minutes.map(({ minute, memory, connections, begun, checkpoints, logMiB }) => [
        number(minute),
        ...slopes.map(({ figure }) => number(memory[figure])),
        ...[number(connections), number(begun), number(checkpoints), number(logMiB)],
      ]),
    },
    {
      title: 'Growth over the second half, by least squares, with its standard error, in MiB per hour.',
      head: ['memory', 'from', 'to', 'MiB/h', 'error', ''],
      rows: slopes.map(({ figure, fromMiB, toMiB, perHour, error, trend }) => [
        memoryNames[figure],
        ...[fromMiB, toMiB, perHour, error].map((value) => number(value, 1)),
        trend,
      ]),
    },
    {
      title: 'p99 of a minute in ms, the median of each half.',
      head: ['', 'first half', 'second half', 'second / first'],
      rows: latencies.map(({ of, firstP99, secondP99 }) => [
        of,
        millis(firstP99),
        millis(secondP99),
        number(secondP99 / firstP99, 2),
      ]),
    },
  ]
}

const memoryNames: Readonly<Record<keyof MemoryOfMinute, string>> = {
  api: 'API',
  apiHeap: 'API, heap',
  offices: 'offices',
  postgres: 'PostgreSQL',
}

const checksTable = (checks: readonly Check[]): Table => ({
  title: 'What must be reached, and what is wanted.',
  head: ['figure', 'measured', 'must', 'wanted', ''],
  rows: checks.map((check) => {
    const sign = check.atMost ? '<=' : '>='
    const bound = (value: number) => `${sign} ${value}${check.unit}`
    const digits = check.unit === ' MiB' || check.unit === ' ms' ? 0 : 2
    const measured = check.value === undefined ? '–' : `${number(check.value, digits)}${check.unit}`
    return [check.figure, measured, bound(check.must), bound(check.wanted), verdictOf(check)]
  }),
})

/** Without the fields that are undefined. */
function present<T extends Record<string, unknown>>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as { [K in keyof T]: Exclude<T[K], undefined> }
}

function asMarkdown({ title, head, rows }: Table): string {
  const line = (cells: Cells) => `| ${cells.join(' | ')} |`
  return [title, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function asText({ title, head, rows }: Table): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((cells) => cells[at]?.length ?? 0)))
  const isFigure = (at: number) => rows.every((cells) => /^[\d–(]/.test(cells[at] ?? '') || cells[at] === '')
  const line = (cells: Cells) =>
    cells.map((cell, at) => (isFigure(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join('  ')
  return [title, line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

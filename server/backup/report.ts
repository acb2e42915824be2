import type { DrillReport } from './drill'

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const count = (number: number | undefined): string => (number === undefined ? 'missing' : number.toLocaleString('en'))

/** The report as an operator reads it. */
export function render(report: DrillReport): string {
  const { method, sales, tables, bytes, dumpMs, restoreMs, identificationsRead, faults } = report
  const width = Math.max(...tables.map(({ table }) => table.length))
  const rows = tables.reduce((sum, table) => sum + (table.rows ?? 0), 0)
  return [
    `Dumped by   ${method}`,
    `Under load  ${sales ? `${sales.before} sales before the snapshot, ${sales.after} after it` : 'whatever the tills did: the drill sold nothing'}`,
    `Dump        ${count(rows)} rows, ${(bytes / 1e6).toFixed(1)} MB, ${seconds(dumpMs)}`,
    `Restore     ${seconds(restoreMs)}`,
    '',
    `${'table'.padEnd(width)}  ${'snapshot'.padStart(12)}  ${'restored'.padStart(12)}  checksum`,
    ...tables.map(
      ({ table, rows, restoredRows, same }) =>
        `${table.padEnd(width)}  ${count(rows).padStart(12)}  ${count(restoredRows).padStart(12)}  ${same ? 'same' : 'DIFFERS'}`,
    ),
    '',
    ...(faults.length === 0
      ? [
          `The rules hold, the sequences are past their rows, DATA_KEY reads the newest ${identificationsRead} identifications,`,
          'the service is ready on the copy and recognises a collaborator. The restore is proven.',
        ]
      : [...faults, 'THE RESTORE IS NOT PROVEN.']),
    '',
  ].join('\n')
}

import {
  findFleet,
  findTerminal,
  listTerminalHours,
  listTerminals,
  describeTerminal as write,
} from '@/db/queries/offices/terminals'
import { describeTerminal } from '@/lib/terminals/describe-terminal'
import { showTerminal, showTerminals } from '@/lib/terminals/show-terminals'
import { type Cases, change, of, own } from './matrix'

export const cases: Cases = {
  'db/queries/offices/terminals#listTerminals': own(({ tx, mine }) => listTerminals(tx, mine.merchantId)),
  'db/queries/offices/terminals#findTerminal': of(({ tx, mine }, { terminalId }) =>
    findTerminal(tx, mine.merchantId, terminalId),
  ),
  'db/queries/offices/terminals#listTerminalHours': of(({ tx, mine }, { terminalId }) =>
    listTerminalHours(tx, mine.merchantId, terminalId, 24),
  ),
  'db/queries/offices/terminals#findFleet': own(({ tx, mine }) => findFleet(tx, mine.merchantId)),
  'db/queries/offices/terminals#describeTerminal': change(({ tx, mine }, { terminalId }) =>
    write(tx, mine.merchantId, terminalId, { name: 'Otra', note: null }),
  ),
  'lib/terminals/describe-terminal#describeTerminal': of(({ ctx }, { terminalId }) =>
    describeTerminal(ctx, { terminalId, name: 'Otra', note: null }),
  ),
  'lib/terminals/show-terminals#showTerminals': own(({ ctx }) => showTerminals(ctx, new Date())),
  'lib/terminals/show-terminals#showTerminal': of(({ ctx }, { terminalId }) =>
    showTerminal(ctx, terminalId, new Date()),
  ),
}

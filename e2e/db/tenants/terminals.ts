import { claimSilences, listJudged, listSoldHours, muteSilences } from '@/db/queries/offices/silences'
import {
  countSharedHours,
  findFleet,
  findTerminal,
  listFormerNames,
  listPossibleFormers,
  listTerminalHours,
  listTerminals,
  lockTerminals,
  describeTerminal as write,
  mergeTerminals as writeMerge,
} from '@/db/queries/offices/terminals'
import { describeTerminal } from '@/lib/terminals/describe-terminal'
import { mergeTerminals } from '@/lib/terminals/merge-terminals'
import { muteTerminal, unmuteTerminal } from '@/lib/terminals/mute-terminal'
import { showTerminal, showTerminals } from '@/lib/terminals/show-terminals'
import { comparedWith, judgedAt } from '@/lib/terminals/silence'
import { type Cases, change, of, own } from './matrix'

const compared = comparedWith(judgedAt(new Date()))

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
  'db/queries/offices/silences#listJudged': own(({ tx, mine }) => listJudged(tx, mine.merchantId)),
  'db/queries/offices/silences#listSoldHours': own(({ tx, mine }) => listSoldHours(tx, mine.merchantId, compared)),
  'db/queries/offices/silences#claimSilences': of(({ tx, mine }, { terminalId }) =>
    claimSilences(tx, mine.merchantId, [terminalId], compared),
  ),
  'db/queries/offices/silences#muteSilences': of(({ tx, mine }, { terminalId }) =>
    muteSilences(tx, mine.merchantId, terminalId, true),
  ),
  'lib/terminals/mute-terminal#muteTerminal': of(({ ctx }, chosen) => muteTerminal(ctx, chosen)),
  'lib/terminals/mute-terminal#unmuteTerminal': of(async ({ ctx, tx, mine }, chosen) => {
    await muteSilences(tx, mine.merchantId, chosen.terminalId, true)
    await unmuteTerminal(ctx, chosen)
    return 'no longer muted'
  }),
  'db/queries/offices/terminals#listPossibleFormers': own(({ tx, mine }) =>
    listPossibleFormers(tx, mine.merchantId, mine.terminalId, new Date()),
  ),
  'db/queries/offices/terminals#listFormerNames': of(({ tx, mine }, { terminalId }) =>
    listFormerNames(tx, mine.merchantId, terminalId),
  ),
  'db/queries/offices/terminals#lockTerminals': of(({ tx, mine }, { terminalId }) =>
    lockTerminals(tx, mine.merchantId, [terminalId]),
  ),
  'db/queries/offices/terminals#countSharedHours': of(({ tx, mine }, { terminalId }) =>
    countSharedHours(tx, mine.merchantId, terminalId, terminalId),
  ),
  'db/queries/offices/terminals#mergeTerminals': change(
    ({ tx, mine }, { terminalId: into, formerTerminalId: former }) =>
      writeMerge(tx, mine.merchantId, { into, former, merged: { name: 'Otra' } }),
  ),
  'lib/terminals/merge-terminals#mergeTerminals': of(({ ctx }, { terminalId, formerTerminalId: formerId }) =>
    mergeTerminals(ctx, { terminalId, formerId }),
  ),
}

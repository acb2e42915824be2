import { randomBytes } from 'node:crypto'
import type { Ways } from './ways'
import type { World } from './world'

const newTerminal = async ({ sql, merchantId, mark }: World): Promise<string> => {
  const [row] = await sql`
    insert into terminals (merchant_id, terminal, name, first_seen_at, seen_at)
    values (${merchantId}, ${`T-${randomBytes(6).toString('hex')}`}, ${`Caja ${mark}`}, now(), now()) returning id::int as id`
  return String(row?.id)
}

export const terminals: Ways = {
  pages: {
    '/portal/terminals/[id]': {
      path: async (own) => `/portal/terminals/${await newTerminal(own)}`,
    },
  },
  actions: {
    'app/portal/terminals/actions.ts': {
      describeTerminalAction: {
        on: 'foreign',
        fields: async (own) => ({ terminalId: await newTerminal(own), name: own.text('Caja'), note: '' }),
      },
      mergeTerminalsAction: {
        on: 'foreign',
        fields: async (own) => ({ terminalId: await newTerminal(own), formerId: await newTerminal(own) }),
      },
      muteTerminalAction: { on: 'foreign', fields: async (own) => ({ terminalId: await newTerminal(own) }) },
      unmuteTerminalAction: { on: 'foreign', fields: async (own) => ({ terminalId: await newTerminal(own) }) },
    },
  },
}

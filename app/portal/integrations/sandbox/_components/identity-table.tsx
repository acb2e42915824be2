import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { Table } from '@/components/ui/table'
import { faultStatus } from '@/lib/kernel/fault'
import { displayName } from '@/lib/redemption/person'
import type { Identity } from '@/lib/sandbox/identities'
import { pageLanguage } from '@/lib/web/language'
import { translations } from '@/lib/web/translations'

type Row = Identity & { readonly discounts: readonly { readonly id: number; readonly name: string }[] }

/** Every assigned identity: how it is typed, what it does, and what a till is answered. */
export async function IdentityTable({ identities }: { identities: readonly Row[] }) {
  const [t, language] = await Promise.all([translations('sandbox'), pageLanguage()])
  return (
    <Table
      caption={t('identities')}
      rows={identities}
      rowKey={({ code }) => code}
      columns={[
        {
          key: 'identification',
          label: t('identification'),
          heading: true,
          cell: ({ cedula }) => <Copied text={cedula} label={t('copy', { text: cedula })} />,
          below: ({ letters }) => t('letters', { letters }),
        },
        {
          key: 'name',
          label: t('name'),
          className: 'whitespace-nowrap',
          cell: ({ person }) => (person ? displayName(person.firstName, person.lastName) : t('nobody')),
        },
        { key: 'does', label: t('does'), cell: ({ does }) => <Coded text={does[language]} /> },
        {
          key: 'benefits',
          label: t('benefits'),
          cell: ({ discounts }) =>
            discounts.length === 0 ? (
              '—'
            ) : (
              <ul>
                {discounts.map(({ id, name }) => (
                  <li key={id}>
                    <span className="font-mono text-xs text-muted">{id}</span> {name}
                  </li>
                ))}
              </ul>
            ),
        },
        {
          key: 'answers',
          label: t('answers'),
          className: 'sm:min-w-52',
          cell: (identity) => <Answers identity={identity} />,
        },
      ]}
    />
  )
}

/** What is special in the answers, each code with its page; otherwise that all is done. */
async function Answers({ identity: { codes, staging } }: { identity: Row }) {
  const t = await translations('sandbox')
  const said = [
    staging?.kind === 'lost_answer' ? t('staged.lost') : undefined,
    staging?.kind === 'slow' ? t('staged.slow', { seconds: String(staging.seconds) }) : undefined,
    staging?.kind === 'html' ? t('staged.html') : undefined,
    codes.length === 0 && staging === undefined ? t('staged.done') : undefined,
  ].filter((one) => one !== undefined)
  return (
    <ul>
      {codes.map((code) => (
        <li key={code}>
          {faultStatus[code]}{' '}
          <Link href={`/developers/errors/${code}`} className="font-mono text-xs whitespace-nowrap">
            {code}
          </Link>
        </li>
      ))}
      {said.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** A text that a person types into a till, with a button that copies it. */
export const Copied = ({ text, label }: { text: string; label: string }): ReactNode => (
  <span className="inline-flex items-center gap-1 font-mono whitespace-nowrap">
    {text}
    <CopyButton text={text} label={label} />
  </span>
)

/** A sentence of the table, in which codes stand between backticks. */
const Coded = ({ text }: { text: string }): ReactNode =>
  text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <code key={part} className="font-mono text-xs">
        {part}
      </code>
    ),
  )

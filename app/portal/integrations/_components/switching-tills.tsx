import { Badge, type Tone } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { Table } from '@/components/ui/table'
import type { SwitchingTill } from '@/lib/credentials/show-switch-over'
import type { SwitchState } from '@/lib/credentials/switch-over'
import { merchantSections } from '@/lib/web/merchant-office'
import type { Words } from './cells'

const tones: Readonly<Record<SwitchState, Tone>> = {
  refused: 'danger',
  former: 'warning',
  unheard: 'neutral',
  switched: 'good',
}

/** The tills that come to a new secret or to a new credential, each with where it stands. */
export function SwitchingTills({
  words: { t, formats },
  caption,
  tills,
  said,
}: {
  words: Words
  caption: string
  tills: readonly SwitchingTill[]
  /** Where a till stands, in words. */
  said: (state: SwitchState) => string
}) {
  return (
    <Table
      phone="lines"
      caption={caption}
      rows={tills}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'till',
          label: t('switchOver.columns.till'),
          heading: true,
          cell: ({ id, name }) => <Link href={`${merchantSections.terminals.href}/${id}`}>{name}</Link>,
          below: ({ branch }) => branch ?? t('switchOver.noBranch'),
        },
        {
          key: 'state',
          label: t('switchOver.columns.state'),
          phone: 'below',
          cell: ({ state }) => <Badge tone={tones[state]}>{said(state)}</Badge>,
        },
        {
          key: 'seen',
          label: t('switchOver.columns.seen'),
          phone: 'end',
          cell: ({ seenAt }) =>
            seenAt === null ? t('switchOver.never') : <RelativeTime moment={formats.moment(seenAt)} />,
        },
        { key: 'from', label: t('switchOver.columns.from'), cell: ({ address }) => address },
      ]}
    />
  )
}

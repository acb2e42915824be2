import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { credentialPath } from '@/lib/credentials/reference'
import type { Pair } from '@/lib/credentials/replacement'
import type { Words } from './cells'

/** The replacings that are not over, each with the way to its progress. */
export const Pairs = ({ words: { t }, pairs }: { words: Words; pairs: readonly Pair[] }) =>
  pairs.map(({ former, successor }) => (
    <Notice
      key={credentialPath(successor)}
      tone="info"
      action={<Link href={credentialPath(successor)}>{t('replace.see')}</Link>}
    >
      <p className="wrap-anywhere">{t('replace.alreadyText', { former: former.name, successor: successor.name })}</p>
    </Notice>
  ))

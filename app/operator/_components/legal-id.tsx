import { TriangleAlert } from 'lucide-react'
import type { RncDoubt } from '@/lib/network-merchants/rnc'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = {
  readonly legalId: string | null
  readonly doubt: RncDoubt | undefined
  readonly same: readonly { readonly name: string }[]
}

/** An RNC, with what is odd about it; nothing of that keeps anybody from anything. */
export async function LegalId({ legalId, doubt, same }: Props) {
  const t = await translations('operatorTenants')
  const { list } = await pageFormats()
  if (legalId === null) return t('noLegalId')
  const notes = [
    ...(doubt === undefined ? [] : [t(`doubts.${doubt}`)]),
    ...(same.length === 0 ? [] : [t('sameLegalId', { names: list(same.map(({ name }) => name)) })]),
  ]
  return (
    <>
      {legalId}
      {notes.map((note) => (
        <span key={note} className="mt-0.5 flex items-start gap-1.5 text-xs text-pretty text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {note}
        </span>
      ))}
    </>
  )
}

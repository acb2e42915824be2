'use client'

import { useTranslations } from '@/components/texts'
import type { Choice } from './given'

/** Asked once a day: at which branch the cashier is. */
export function BranchStep({ branches, onChosen }: { branches: readonly Choice[]; onChosen: (id: number) => void }) {
  const t = useTranslations('till')
  return (
    <section aria-labelledby="till-branch" className="flex flex-col gap-4">
      <div>
        <h2 id="till-branch" className="text-lg font-semibold">
          {t('branchTitle')}
        </h2>
        <p className="text-sm text-muted">{t('branchLead')}</p>
      </div>
      <ul className="flex flex-col gap-3">
        {branches.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChosen(id)}
              className="min-h-14 w-full rounded-lg border border-control bg-raised px-4 py-3 text-left text-base font-medium break-words hover:bg-hover"
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

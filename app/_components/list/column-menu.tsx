import { Check, Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { PageLink } from '@/components/ui/page-link'
import { translations } from '@/lib/web/translations'
import { ListMenu } from './list-menu'
import type { ListView } from './view'

type Chosen = {
  readonly key: string
  readonly label: ReactNode
  readonly heading?: boolean
  readonly actions?: boolean
}

/** Shows and puts away columns; the one that names the row always stays. The choice is in the address. */
export async function ColumnMenu({ view, columns }: { view: ListView; columns: readonly Chosen[] }) {
  const t = await translations('ui')
  const { hidden } = view.layout
  return (
    <ListMenu id="list-columns" label={t('columns')} icon={<Columns3 aria-hidden />}>
      <ul className="flex flex-col">
        {columns
          .filter(({ heading, actions }) => heading !== true && actions !== true)
          .map(({ key, label }) => {
            const isShown = !hidden.includes(key)
            return (
              <li key={key}>
                <PageLink
                  href={view.pathWith({ hidden: isShown ? [...hidden, key] : hidden.filter((one) => one !== key) })}
                  scroll={false}
                  className="flex h-9 items-center gap-2 rounded-md px-2.5 text-sm hover:bg-hover"
                >
                  <Check aria-hidden className={cn('size-4 text-accent', !isShown && 'opacity-0')} />
                  <span>
                    <span className="sr-only">{t(isShown ? 'hideColumn' : 'showColumn')} </span>
                    {label}
                  </span>
                </PageLink>
              </li>
            )
          })}
      </ul>
    </ListMenu>
  )
}

import { Bookmark, BookmarkPlus, Check, Pencil } from 'lucide-react'
import { ClientTexts } from '@/app/_components/client-texts'
import { cn } from '@/components/ui/cn'
import { PageLink } from '@/components/ui/page-link'
import { listViews } from '@/lib/views/keep-views'
import type { ListName } from '@/lib/views/lists'
import { translations } from '@/lib/web/translations'
import { ListMenu } from './list-menu'
import type { ListView } from './view'
import type { ViewActions } from './view-dialogs'
import { ViewEditing } from './view-editing'

/** What the menu of views needs to know of its list. */
export type ViewsOf = {
  readonly ctx: Parameters<typeof listViews>[0]
  readonly list: ListName
  readonly actions: ViewActions
}

/** The reader's own views of a list: opened, saved as the list is now, renamed and forgotten. */
export async function SavedViews({ of: { ctx, list, actions }, view }: { of: ViewsOf; view: ListView }) {
  const [t, views] = await Promise.all([translations('views'), listViews(ctx, list)])
  const here = view.pathWith({})
  const current = views.find(({ path }) => path === here)
  return (
    <ListMenu
      id="list-views"
      label={t('views')}
      icon={<Bookmark aria-hidden className={current === undefined ? undefined : 'fill-current'} />}
      onPhone
    >
      <ClientTexts namespaces={['views']}>
        {views.length === 0 ? <p className="max-w-56 px-2.5 py-2 text-sm text-muted">{t('none')}</p> : null}
        <ul className="flex max-h-80 flex-col overflow-y-auto">
          {views.map(({ id, name, path }) => (
            <li key={id}>
              <PageLink
                href={path}
                scroll={false}
                aria-current={id === current?.id ? 'true' : undefined}
                className="flex h-9 items-center gap-2 rounded-md px-2.5 text-sm hover:bg-hover"
              >
                <Check aria-hidden className={cn('size-4 shrink-0 text-accent', id !== current?.id && 'opacity-0')} />
                <bdi className="max-w-60 truncate">{name}</bdi>
              </PageLink>
            </li>
          ))}
        </ul>
        <ViewEditing
          face={
            current === undefined ? (
              <>
                <BookmarkPlus aria-hidden className="size-4 text-accent" />
                {t('save')}
              </>
            ) : (
              <>
                <Pencil aria-hidden className="size-4 text-accent" />
                <span className="max-w-60 truncate">{t('edit', { name: current.name })}</span>
              </>
            )
          }
          list={list}
          query={here.split('?')[1] ?? ''}
          current={current}
          opensFromMenu={list !== 'authorizations'}
          actions={actions}
        />
      </ClientTexts>
    </ListMenu>
  )
}

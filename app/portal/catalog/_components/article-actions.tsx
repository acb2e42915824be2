'use client'

import { useTranslations } from '@/components/texts'
import { partsOf } from '@/components/ui/parts-of'
import { RowMenu } from '@/components/ui/row-menu'
import type { ArticleProps } from './article-menu'

const menu = partsOf(() => import('./article-menu'))
const ArticleMenu = menu.part('ArticleMenu')

/** What can be done with an article. */
export function ArticleActions(props: ArticleProps) {
  const t = useTranslations('catalog')
  return (
    <RowMenu label={t('actionsOf', { name: props.article.sku })} loads={menu}>
      {(opened) => <ArticleMenu {...props} opened={opened} />}
    </RowMenu>
  )
}

'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { SearchProps } from './search-dialog'

const dialog = partsOf(() => import('./search-dialog'))
const SearchDialog = dialog.part('SearchDialog')

export function Search(props: SearchProps) {
  const t = useTranslations('privacy')
  return (
    <Opener loads={dialog} trigger={<Button variant="primary">{t('search.open')}</Button>}>
      {(opened) => <SearchDialog {...opened} {...props} />}
    </Opener>
  )
}

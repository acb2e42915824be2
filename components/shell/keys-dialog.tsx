'use client'

import { Fragment, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Checkbox } from '../ui/choices'
import { Dialog } from '../ui/dialog'
import { areSingleKeysOn, setSingleKeys } from './single-keys'
import { useSearchKey } from './use-search-key'

/** Lists the keys of the office, and lets its reader turn off those that are pressed alone. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('search')
  const searchKey = useSearchKey()
  const [singleKeys, setOn] = useState(areSingleKeysOn)
  const lines: readonly { does: string; keys: readonly string[]; alone?: boolean }[] = [
    { does: t('keys.search'), keys: singleKeys ? [searchKey, '/'] : [searchKey] },
    { does: t('keys.next'), keys: ['j'], alone: true },
    { does: t('keys.previous'), keys: ['k'], alone: true },
    { does: t('keys.enter'), keys: [t('keys.names.enter')] },
    { does: t('keys.escape'), keys: [t('keys.names.escape')] },
    { does: t('keys.help'), keys: ['?'], alone: true },
  ]
  return (
    <Dialog title={t('keys.title')} open={open} onOpenChange={(next) => next || onClose()} size="small">
      <dl className="divide-y divide-line text-sm">
        {lines
          .filter(({ alone }) => singleKeys || !alone)
          .map(({ does, keys }) => (
            <div key={does} className="flex min-h-10 items-center justify-between gap-4 py-1.5">
              <dt>{does}</dt>
              <dd className="flex shrink-0 items-center gap-1.5">
                {keys.map((key) => (
                  <Fragment key={key}>
                    {key === keys[0] ? null : <span className="text-muted">{t('keys.or')}</span>}
                    <kbd className="min-w-7 rounded-sm border border-line bg-surface px-1.5 py-0.5 text-center font-sans text-xs">
                      {key}
                    </kbd>
                  </Fragment>
                ))}
              </dd>
            </div>
          ))}
      </dl>
      <Checkbox
        label={t('keys.single')}
        hint={t('keys.singleHint', { shortcut: searchKey })}
        checked={singleKeys}
        onChange={({ target }) => {
          setSingleKeys(target.checked)
          setOn(target.checked)
        }}
        className="mt-4"
      />
    </Dialog>
  )
}

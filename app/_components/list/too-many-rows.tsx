import { Notice } from '@/components/ui/notice'
import { excelRowsMax } from '@/lib/files/write-excel'
import { pageFormats, translations } from '@/lib/web/translations'

/** Shown on a list's page after a request for too big an Excel file (`file=too_many`). */
export async function TooManyRows() {
  const [t, { number }] = await Promise.all([translations('ui'), pageFormats()])
  return (
    <Notice tone="warning" title={t('tooManyTitle')}>
      {t('tooManyText', { max: number(excelRowsMax) })}
    </Notice>
  )
}

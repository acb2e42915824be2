import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageFormats, translations } from '@/lib/web/translations'

/** Gives the fault that says who was first and when in the reader's words. */
export async function withDoerInWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OfficeFault) || error.code !== 'changed_meanwhile') throw error
    const t = await translations('discounts')
    const at = (await pageFormats()).dateTime(new Date(error.values.at ?? 0))
    throw new OfficeFault(error.code, { values: { ...error.values, at, by: error.values.by || t('detail.operator') } })
  }
}

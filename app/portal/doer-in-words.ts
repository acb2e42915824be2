import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageFormats, translations } from '@/lib/web/translations'

/** Runs `work`. If its fault says who was first and when, both are written in the reader's language. */
export async function withDoerInWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OfficeFault) || error.values.at === undefined) throw error
    const t = await translations('integrations')
    const at = (await pageFormats()).dateTime(new Date(error.values.at))
    const by = error.values.by || t('operator')
    throw new OfficeFault(error.code, {
      values: { ...error.values, at, by },
      ...(error.field === undefined ? {} : { field: error.field }),
    })
  }
}

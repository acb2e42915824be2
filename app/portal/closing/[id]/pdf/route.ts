import { paperOf } from '@/lib/closing/closed'
import { bigintId } from '@/lib/kernel/address'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { officePdf } from '@/lib/web/download'
import { withFile } from '@/lib/web/file-pools'
import { pageLanguage } from '@/lib/web/language'
import { merchantSections } from '@/lib/web/merchant-office'

/** A closing as a PDF, written in a file thread. */
export const GET = officePdf(merchantSections.closing, async (ctx, asked, params: { id: string }) => {
  const id = bigintId.read(params.id)
  if (id === undefined) throw new OfficeFault('not_found')
  const merchant = ctx.session.membership?.name ?? ''
  const { name, bytes } = await withFile('writeClosing', ctx, {
    id,
    merchant,
    paper: paperOf(asked),
    language: await pageLanguage(),
  })
  return { name, bytes }
})

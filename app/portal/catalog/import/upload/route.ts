import { uploadArticles } from '@/lib/catalog/upload-articles'
import { memberUpload } from '@/lib/web/upload-route'

const page = '/portal/catalog/import'

/** A file of articles, to be previewed. */
export const POST = memberUpload(
  'merchant.catalog.manage',
  page,
  async (ctx, file) => `${page}/${await uploadArticles(ctx, file)}`,
)

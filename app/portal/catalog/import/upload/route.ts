import { memberUpload } from '@/lib/web/upload-route'

/** A file of articles, to be previewed. */
export const POST = memberUpload('merchant.catalog.manage', '/portal/catalog/import', 'uploadArticles')

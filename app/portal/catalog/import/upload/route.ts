import { merchantSections } from '@/lib/web/merchant-office'
import { officeUpload } from '@/lib/web/upload-route'

/** A file of articles, to be previewed. */
export const POST = officeUpload(merchantSections.catalog, '/portal/catalog/import', 'uploadArticles')

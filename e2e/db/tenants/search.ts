import { searchCompany } from '@/lib/search/search-company'
import { searchMerchant } from '@/lib/search/search-merchant'
import { type Cases, of } from './matrix'

export const cases: Cases = {
  'lib/search/search-merchant#searchMerchant': of(({ ctx }, { mark }) => searchMerchant(ctx, mark)),
  'lib/search/search-company#searchCompany': of(({ companyCtx }, { mark }) => searchCompany(companyCtx, mark)),
}

import { searchMerchant } from '@/lib/search/search-merchant'
import { merchantOffice } from '@/lib/web/merchant-office'
import { isSameOrigin } from '@/lib/web/same-origin'
import { answerSearch, refuseSearch } from '@/lib/web/search-answer'
import { wordedFound } from './words'

export async function POST(request: Request): Promise<Response> {
  if (!(await isSameOrigin())) return refuseSearch(403)
  return answerSearch(merchantOffice, request, async (ctx, text) => wordedFound(await searchMerchant(ctx, text), text))
}

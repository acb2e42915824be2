import { searchCompany } from '@/lib/search/search-company'
import { companyOffice } from '@/lib/web/company-office'
import { isSameOrigin } from '@/lib/web/same-origin'
import { answerSearch, refuseSearch } from '@/lib/web/search-answer'
import { wordedFound } from './words'

export async function POST(request: Request): Promise<Response> {
  if (!(await isSameOrigin())) return refuseSearch(403)
  return answerSearch(companyOffice, request, async (ctx, text) =>
    wordedFound(await searchCompany(ctx, text), ctx.now()),
  )
}

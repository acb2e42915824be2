import { searchOperator } from '@/lib/search/search-operator'
import { operatorOffice } from '@/lib/web/operator-office'
import { isSameOrigin } from '@/lib/web/same-origin'
import { answerSearch, refuseSearch } from '@/lib/web/search-answer'
import { wordedFound } from './words'

export async function POST(request: Request): Promise<Response> {
  if (!(await isSameOrigin())) return refuseSearch(403)
  return answerSearch(operatorOffice, request, async (ctx, text) => wordedFound(await searchOperator(ctx, text), text))
}

import { operatorOffice } from '@/lib/web/operator-office'
import { isSameOrigin } from '@/lib/web/same-origin'
import { answerSearch, refuseSearch } from '@/lib/web/search-answer'

/** The operator's search finds the pages of its menu, which the browser has; of what is in the network it finds nothing yet. */
export async function POST(request: Request): Promise<Response> {
  if (!(await isSameOrigin())) return refuseSearch(403)
  return answerSearch(operatorOffice, request, async () => [])
}

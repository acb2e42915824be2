import { homeOf } from '@/lib/web/office'
import { homePath, operatorHomePath } from '@/lib/web/own-path'
import { currentSession } from '@/lib/web/session'
import { NoSuchPage } from '../_components/no-such-page'

export default async function NotFound() {
  const session = await currentSession()
  if (!session) return <NoSuchPage home={homePath} />
  return <NoSuchPage home={session.operatorMembership ? operatorHomePath : homeOf(session)} />
}

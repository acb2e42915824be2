import { ownPagePath } from '@/lib/web/collaborator'
import { NoSuchPage } from '../_components/no-such-page'

export default function NotFound() {
  return <NoSuchPage home={ownPagePath} />
}

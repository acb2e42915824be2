import { homePath } from '@/lib/web/own-path'
import { NoSuchPage } from '../_components/no-such-page'

export default function NotFound() {
  return <NoSuchPage home={homePath} />
}

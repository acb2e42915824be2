import { permissionNamesIn } from '@/lib/messages/permissions'
import { pageLanguage } from './language'

/** What the permissions are called, in the reader's language. */
export const permissionNames = async () => permissionNamesIn(await pageLanguage())

import { type RequestOperation, requestOperations } from '@/lib/requests/filter'
import { translations } from '@/lib/web/translations'

/** The name of an operation; the id of an operation that no longer exists. */
export async function operationNames(): Promise<(operation: string) => string> {
  const t = await translations('requests')
  const isKnown = (one: string): one is RequestOperation => (requestOperations as readonly string[]).includes(one)
  return (operation) => (isKnown(operation) ? t(`operations.${operation}`) : operation)
}

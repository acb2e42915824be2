import { notFound } from 'next/navigation'
import { OfficeFault } from '@/lib/kernel/office-fault'

/** The id in an address; undefined for what cannot be one. */
export function idOf(text: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return id > 0 && id <= 2_147_483_647 ? id : undefined
}

/** What a view returns, or the page that says that nothing was found. */
export async function orNotFound<T>(view: Promise<T>): Promise<T> {
  try {
    return await view
  } catch (error) {
    if (error instanceof OfficeFault && error.code === 'not_found') notFound()
    throw error
  }
}

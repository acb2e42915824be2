import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { requireUser } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('common'))('notFoundTitle'),
})

/** Every address that no page has: the frame stays around what says so. */
export default async function MissingPage() {
  await requireUser()
  notFound()
}

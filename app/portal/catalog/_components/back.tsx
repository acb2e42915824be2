import { ChevronLeft } from 'lucide-react'
import { ButtonLink } from '@/components/ui/link'

/** Above the head of the pages of an import: to the one before it. */
export const Back = ({ href, children }: { href: string; children: string }) => (
  <ButtonLink
    variant="ghost"
    size="small"
    href={href}
    icon={<ChevronLeft aria-hidden />}
    className="-ml-2.5 self-start"
  >
    {children}
  </ButtonLink>
)

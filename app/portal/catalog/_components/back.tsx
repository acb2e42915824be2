import { ChevronLeft } from 'lucide-react'
import { ButtonLink } from '@/components/ui/link'

/** The link above the head of an import's pages, to the page before it. */
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

import { FileText } from 'lucide-react'
import { buttonClasses } from '@/components/ui/button-classes'
import { closedPdfPath } from '@/lib/closing/closed'

/** The closing as a PDF, on the paper of the Americas or of the rest. */
export const PdfLinks = ({ id, letter, a4 }: { id: number; letter: string; a4: string }) => (
  <>
    <a href={closedPdfPath(id)} className={buttonClasses({})}>
      <FileText aria-hidden />
      {letter}
    </a>
    <a href={closedPdfPath(id, 'a4')} className={buttonClasses({})}>
      <FileText aria-hidden />
      {a4}
    </a>
  </>
)

import { translations } from '@/lib/web/translations'

/** Where a closing on paper is signed. */
export async function Signatures() {
  const t = await translations('closing')
  return (
    <div className="grid grid-cols-2 gap-8 pt-12 print:pt-10 text-xs text-muted print:break-inside-avoid">
      {(['signature', 'reviewed'] as const).map((one) => (
        <p key={one} className="border-t border-ink pt-1.5">
          {t(one)}
        </p>
      ))}
    </div>
  )
}

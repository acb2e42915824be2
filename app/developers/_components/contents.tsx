import { Link } from '@/components/ui/link'
import { changes } from '@/lib/http/developers/changes'
import { errorCodes } from '@/lib/http/developers/errors'
import { guides } from '@/lib/http/developers/guides'
import { addressOf } from '@/lib/http/developers/pages'
import { operationIds, operationTitle } from '@/lib/http/developers/reference'
import { pageLanguage } from '@/lib/web/language'
import { translations } from '@/lib/web/translations'

/** The list of all pages; `here` is the path of the one that is shown. */
export async function Contents({ here }: { here: string }) {
  const t = await translations('developers')
  const language = await pageLanguage()
  const isAmongOperations = here === 'reference' || here.startsWith('reference/')
  const isAmongChanges = here === 'changes' || here.startsWith('changes/')
  const isAmongErrors = here === 'errors' || here.startsWith('errors/')
  return (
    <ul className="flex flex-col gap-1 text-sm">
      <Entry path="" here={here}>
        {t('title')}
      </Entry>
      {guides.map((guide) => (
        <Entry key={guide} path={guide} here={here}>
          {t(`pages.${guide}.title`)}
        </Entry>
      ))}
      <Entry path="reference" here={here}>
        {t('reference.title')}
      </Entry>
      {isAmongOperations
        ? operationIds.map((id) => (
            <Entry key={id} path={`reference/${id}`} here={here} isBelow>
              {operationTitle(id, language)}
            </Entry>
          ))
        : null}
      <Entry path="errors" here={here}>
        {t('errors.title')}
      </Entry>
      {isAmongErrors
        ? errorCodes.map((code) => (
            <Entry key={code} path={`errors/${code}`} here={here} isBelow>
              <code className="font-mono text-xs">{code}</code>
            </Entry>
          ))
        : null}
      <Entry path="changes" here={here}>
        {t('changes.title')}
      </Entry>
      {isAmongChanges
        ? changes.map(({ id, title }) => (
            <Entry key={id} path={`changes/${id}`} here={here} isBelow>
              {title[language]}
            </Entry>
          ))
        : null}
    </ul>
  )
}

function Entry(props: { path: string; here: string; isBelow?: boolean; children: React.ReactNode }) {
  const isHere = props.path === props.here
  return (
    <li className={props.isBelow ? 'pl-3' : undefined}>
      <Link
        href={addressOf(props.path)}
        aria-current={isHere ? 'page' : undefined}
        className={`inline-block py-1 wrap-anywhere no-underline! ${isHere ? '' : 'font-normal! text-ink!'}`}
      >
        {props.children}
      </Link>
    </li>
  )
}

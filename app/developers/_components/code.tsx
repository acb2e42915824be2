import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClasses } from '@/components/ui/button-classes'
import { cn } from '@/components/ui/cn'
import { codeClasses } from '@/components/ui/code-classes'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { anchorOf } from '@/lib/http/developers/anchor'
import { partsOfSnippet } from '@/lib/http/developers/slots'
import { samples } from '@/lib/http/developers/snippets'
import { translations } from '@/lib/web/translations'

type Example = { readonly language: string; readonly template: string }

/**
 * Text for a machine, as `CodeBlock`; with several languages one is shown, or all where no script runs. What a reader does with it, and the
 * reader's own ids in it, is of `_script/snippets.ts`, which knows it by its `data-` attributes.
 */
export async function Code({ id, label, examples }: { id: string; label: string; examples: readonly Example[] }) {
  const t = await translations('ui')
  const own = (await translations('snippets'))('own', { names: ownNames }).split(ownNames)
  const [first] = examples
  const regionId = (place: number) => `${id}-${place}`
  return (
    <div className="flex min-w-0 flex-col gap-2" data-snippet>
      <div className={codeClasses.frame}>
        <div className={cn(codeClasses.bar, examples.length > 1 && 'noscript:hidden')}>
          {examples.length === 1 ? (
            <p className={codeClasses.onlyLanguage}>{first?.language}</p>
          ) : (
            <fieldset aria-label={`${t('language')}: ${label}`} className={codeClasses.languages}>
              {examples.map(({ language }, place) => (
                <button
                  key={language}
                  type="button"
                  data-language={language}
                  aria-pressed={place === 0}
                  aria-controls={regionId(place)}
                  className={codeClasses.language}
                >
                  {language}
                </button>
              ))}
            </fieldset>
          )}
          <div className="flex shrink-0 items-center gap-2 noscript:hidden print:hidden">
            <span role="status" data-said={t('copied')} data-failed={t('copyFailed')} className="text-xs text-muted" />
            <button
              type="button"
              data-copy
              aria-label={`${t('copy')}: ${label}`}
              title={t('copy')}
              className={buttonClasses({ variant: 'ghost', size: 'icon' })}
            >
              <Copy aria-hidden className="in-data-copied:hidden" />
              <Check aria-hidden className="hidden text-accent in-data-copied:block" />
            </button>
          </div>
        </div>
        {examples.map(({ language, template }, place) => (
          <div
            key={language}
            data-example={language}
            data-shown={place === 0 ? '' : undefined}
            className="not-data-shown:hidden noscript:block!"
          >
            {examples.length === 1 ? null : (
              <p className="hidden border-t border-line px-4 pt-2 text-xs font-medium text-muted noscript:block">
                {language}
              </p>
            )}
            <ScrollRegion id={regionId(place)} label={`${label}, ${language}`} className={codeClasses.region}>
              <pre className={codeClasses.code}>{partsOfSnippet(template).map(part)}</pre>
            </ScrollRegion>
          </div>
        ))}
      </div>
      {examples.some(({ template }) => template.includes('{{')) ? (
        <p data-own hidden className="text-xs text-muted">
          {own[0]}
          <span data-names />
          {own[1]}
        </p>
      ) : null}
    </div>
  )
}

/** Stands for the names of what the ids are of, until they are known. */
const ownNames = '\u0000'

/** The id of a block, from the heading above it and its place on the page. */
export const codeId = (heading: string, place: number): string => `${anchorOf(heading)}-code-${place}`

const part = ({ text, slot }: ReturnType<typeof partsOfSnippet>[number], place: number): ReactNode =>
  slot === undefined ? (
    text
  ) : (
    <span key={`${slot} ${place}`} data-slot={slot}>
      {samples[slot]}
    </span>
  )

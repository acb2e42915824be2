import { type Language, languages } from '@/lib/language/language'
import { cn } from './ui/cn'

const names: Record<Language, string> = { es: 'Español', en: 'English' }

/** Each language under its own name. Works before the script has loaded. */
export function LanguageSwitch(props: {
  label: string
  current: Language
  action: (entries: FormData) => Promise<void>
}) {
  return (
    <form action={props.action}>
      <fieldset aria-label={props.label} className="flex gap-1">
        {languages.map((language) => (
          <button
            key={language}
            type="submit"
            name="language"
            value={language}
            lang={language}
            aria-pressed={language === props.current}
            className={cn(
              'h-8 rounded-md px-2 text-xs font-medium hover:bg-hover hover:text-ink',
              language === props.current
                ? 'text-ink underline decoration-accent decoration-2 underline-offset-6'
                : 'text-muted',
            )}
          >
            {names[language]}
          </button>
        ))}
      </fieldset>
    </form>
  )
}

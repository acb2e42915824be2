/** The look of text for a machine, and of the languages above it. */
export const codeClasses = {
  frame: 'min-w-0 overflow-hidden rounded-lg border border-line bg-surface',
  bar: 'flex min-h-11 items-center justify-between gap-2 border-b border-line pr-1.5 pl-1.5',
  onlyLanguage: 'truncate pl-2 text-xs font-medium text-muted',
  languages: 'flex min-w-0 gap-0.5 overflow-x-auto p-1',
  language:
    'h-7 shrink-0 rounded-sm px-2 text-xs font-medium text-muted not-aria-pressed:print:hidden hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-control',
  region: 'max-h-96 print:max-h-none',
  code: 'w-max min-w-full p-4 font-mono text-xs leading-5',
} as const

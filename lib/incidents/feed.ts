import { escapeMarkup } from '@/lib/kernel/escape-markup'
import type { Language } from '@/lib/language/language'
import { translatorOf } from '@/lib/messages/translator'
import type { StatusView } from './show-status'

const element = (name: string, value: string, attributes = '') =>
  `<${name}${attributes}>${escapeMarkup(value)}</${name}>`

/** What was said of incidents as RSS 2.0 (rssboard.org/rss-specification): each update an entry, the newest first. */
export function statusFeed(
  language: Language,
  officeUrl: string,
  { open, past }: Pick<StatusView, 'open' | 'past'>,
): string {
  const t = translatorOf(language, 'status')
  const items = [...open, ...past]
    .flatMap(({ id, title, updates }) =>
      updates.map((update) => ({ ...update, title, url: `${officeUrl}/status#incident-${id}` })),
    )
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
    .map(({ id, title, url, state, text, at }) =>
      [
        '<item>',
        element('title', `${title}: ${t(`incidentStates.${state}`)}`),
        element('link', url),
        element('guid', `${officeUrl}/status#update-${id}`, ' isPermaLink="false"'),
        element('pubDate', at.toUTCString()),
        element('description', text),
        '</item>',
      ].join(''),
    )
  const channel = [
    element('title', t('feed')),
    element('link', `${officeUrl}/status`),
    element('description', t('feedText')),
    element('language', language),
    `<atom:link href="${escapeMarkup(`${officeUrl}/status.rss?lang=${language}`)}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ]
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    `<channel>${channel.join('\n')}</channel>`,
    '</rss>',
    '',
  ].join('\n')
}

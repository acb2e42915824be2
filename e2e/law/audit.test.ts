import { describe, expect, it } from 'vitest'
import { accountEvents } from '@/lib/accounts/events'
import { activityKinds, companyActivityKinds } from '@/lib/audit/activity'
import { languages } from '@/lib/language/language'
import { messages } from '@/lib/web/messages/messages'
import { filesUnder, textOf } from './files'

/** Every action that the sources record: those of accounts are a list, the others stand where they are recorded. */
const recorded = new Set<string>(accountEvents)
for (const file of filesUnder(['app', 'lib', 'server'], /(?<!\.test)\.tsx?$/)) {
  for (const [, action] of textOf(file).matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)) recorded.add(`${action}`)
}

describe('an action of the audit trail', () => {
  it('has its words in every language', () => {
    expect(recorded.size).toBeGreaterThan(20)
    for (const language of languages) {
      const actions: Record<string, Record<string, string>> = messages[language].activity.actions
      const wordless = [...recorded].filter((action) => {
        const [noun = '', verb = ''] = action.split('.')
        return actions[noun]?.[verb] === undefined
      })
      expect(wordless).toEqual([])
    }
  })

  it('is of a kind that can be looked for', () => {
    const nouns: readonly string[] = [activityKinds, companyActivityKinds]
      .flatMap((kinds) => Object.values(kinds))
      .flat()
    expect([...recorded].filter((action) => !nouns.includes(action.split('.')[0] ?? ''))).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { accountEvents } from '@/lib/accounts/events'
import { activityKinds, companyActivityKinds } from '@/lib/audit/activity'
import { languages } from '@/lib/language/language'
import { messages } from '@/lib/messages/messages'
import { filesUnder, textOf } from './files'

/** Every action that the sources record: those of accounts are a list, the others stand where they are recorded. */
const recorded = new Set<string>(accountEvents)
for (const file of filesUnder(['app', 'lib', 'server'], /(?<!\.test)\.tsx?$/)) {
  for (const [, action] of textOf(file).matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)) recorded.add(`${action}`)
}

/** Every reason that they record: in the details of an event, or as the code of a fault that counts as a denial. */
const reasons = new Set(['code_wrong', 'code_used'])
for (const file of filesUnder(['lib'], /(?<!\.test)\.ts$/)) {
  const text = textOf(file)
  for (const [, list] of text.matchAll(/\b(?:alsoDenied|denials)\b[^=\n]*= \[([^\]]*)\]/g)) {
    for (const [, reason] of (list ?? '').matchAll(/'([a-z_]+)'/g)) reasons.add(`${reason}`)
  }
  for (const [, reason] of text.matchAll(/\{ reason: '([a-z_]+)'/g)) reasons.add(`${reason}`)
}

describe('a reason in the audit trail', () => {
  it('has its words in every language', () => {
    expect([...reasons]).toEqual(
      expect.arrayContaining(['wrong_password', 'disabled', 'unknown', 'not_found', 'signed_out']),
    )
    for (const language of languages) {
      const words: Record<string, string> = messages[language].activity.reasons
      expect([...reasons].filter((reason) => words[reason] === undefined)).toEqual([])
    }
  })
})

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

import { describe, expect, it } from 'vitest'
import { languages } from '@/lib/language/language'
import { messages } from '@/lib/messages/messages'
import { amountsAttested, checkIds, checks, planVersion, sceneIds, scenes, waivers } from './plan'
import { reasons } from './reasons'
import { outcomes } from './verdict'

describe('plan v1 of a certification', () => {
  it('has 26 checks, of which four are recommended', () => {
    expect(planVersion).toBe(1)
    expect(checkIds).toHaveLength(26)
    expect(checkIds.filter((check) => checks[check].level === 'should')).toEqual(['C10', 'C23', 'C25', 'C26'])
  })

  it('shows each scene once, and plays every scene that a check needs', () => {
    expect(scenes.map(({ id }) => id)).toEqual([...sceneIds])
    const needed = new Set(checkIds.flatMap((check) => checks[check].scenes))
    expect([...needed].sort()).toEqual([...sceneIds].sort())
  })

  it.each(languages)('has the words of %s for everything that it says', (language) => {
    const { certificationPlan: texts } = messages[language]
    expect(Object.keys(texts.checks)).toEqual([...checkIds])
    expect(Object.keys(texts.scenes)).toEqual([...sceneIds])
    expect(Object.keys(texts.reasons)).toEqual([...reasons])
    expect(Object.keys(texts.outcomes)).toEqual([...outcomes])
    expect(Object.keys(texts.waivers)).toEqual([...waivers])
    expect(Object.keys(texts.attestations).sort()).toEqual(
      [...new Set(scenes.flatMap(({ attests }) => attests))].sort(),
    )
    expect(Object.keys(texts.attestations)).toEqual(expect.arrayContaining([...amountsAttested]))
  })
})

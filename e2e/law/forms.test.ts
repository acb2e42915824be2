import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { ZodObject, ZodType } from 'zod'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { inputOf } from '@/lib/web/action-input'
import { projectRoot } from '@/server/settings'

type Fields = ZodObject<Record<string, ZodType>>

/** The schema of every server action, in place of the action. */
const schemas = vi.hoisted(() => new Set<unknown>())

vi.mock('@/lib/web/action', () => {
  const ofAnybody = (schema: unknown) => schemas.add(schema)
  const ofMembers = (_: unknown, schema: unknown) => schemas.add(schema)
  return { publicAction: ofAnybody, userAction: ofAnybody, officeAction: ofMembers, stepUpAction: ofMembers }
})
vi.mock('next/cache', () => ({ revalidatePath: () => {} }))
vi.mock('next/headers', () => ({}))
vi.mock('next/navigation', () => ({}))

const app = join(projectRoot, 'app')

/** The fields that a form without any entry has wrong, each judged alone. */
const wrongAlone = ({ shape }: Fields): string[] =>
  Object.entries(shape)
    .filter(([, field]) => !field.safeParse(field.safeParse([]).success ? [] : undefined).success)
    .map(([name]) => name)

function toldTogether(schema: Fields): string[] {
  try {
    inputOf(schema)(new FormData())
    return []
  } catch (error) {
    if (!(error instanceof OfficeFault)) throw error
    return [error, ...error.further].map(({ field }) => String(field))
  }
}

it('each action answers an empty form with a fault for every field that it needs', async () => {
  const files = (await readdir(app, { recursive: true })).filter((file) => /(^|\/)actions\.ts$/.test(file))
  for (const file of files) await import(join(app, file))
  expect(schemas.size).toBeGreaterThan(35)
  const all = [...schemas] as Fields[]
  expect(all.filter((schema) => wrongAlone(schema).length > 1).length).toBeGreaterThan(10)
  for (const schema of all) {
    const told = toldTogether(schema)
    expect(told).toEqual([...new Set(told)])
    expect(told).toEqual(expect.arrayContaining(wrongAlone(schema)))
  }
})

it('no page has a date input or a file input of the browser, which speak the language of the browser', async () => {
  const found: string[] = []
  for (const folder of ['app', 'components']) {
    const files = (await readdir(join(projectRoot, folder), { recursive: true })).filter((file) =>
      file.endsWith('.tsx'),
    )
    for (const file of files) {
      const text = await readFile(join(projectRoot, folder, file), 'utf8')
      if (/type="(file|date|datetime-local|month|week|time)"/.test(text)) found.push(join(folder, file))
    }
  }
  // The days are there without a script alone; of the file, only what it does.
  expect(found.toSorted()).toEqual([
    'app/_components/list/filter-days.tsx',
    'components/ui/date-input.tsx',
    'components/ui/file-drop.tsx',
  ])
})

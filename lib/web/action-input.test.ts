import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { emailSchema } from '@/lib/accounts/email'
import { type FieldFault, OfficeFault } from '@/lib/kernel/office-fault'
import { inputOf } from './action-input'

const schema = z.object({
  email: emailSchema,
  permissions: z.array(z.enum(['a', 'b'])).min(1, 'permissions_required'),
  note: z.string().max(3).optional(),
  days: z.coerce.number().default(30),
  language: z.enum(['es', 'en']).default('es'),
})

const entriesOf = (pairs: [string, string | File][]) => {
  const entries = new FormData()
  for (const [name, value] of pairs) entries.append(name, value)
  return entries
}

/** Every fault: its code and its field. */
const faultsOf = (pairs: [string, string | File][], known: readonly FieldFault[] = []) => {
  try {
    inputOf(schema)(entriesOf(pairs), known)
    return undefined
  } catch (error) {
    if (!(error instanceof OfficeFault)) return error
    return [error, ...error.further].map(({ code, field }) => [code, field])
  }
}

describe('what a form sent', () => {
  it('is read by the schema: lists whole, others once, strangers dropped', () => {
    const read = inputOf(schema)(
      entriesOf([
        ['email', ' Ana@Shop.Example '],
        ['permissions', 'a'],
        ['permissions', 'b'],
        ['language', 'en'],
        ['language', 'fr'],
        ['days', '90'],
        ['merchantId', '7'],
        ['$ACTION_ID_x', ''],
      ]),
    )
    expect(read).toEqual({ email: 'ana@shop.example', permissions: ['a', 'b'], days: 90, language: 'en' })
  })

  it('is refused by the code of the schema, with its field', () => {
    expect(faultsOf([['permissions', 'a']])).toEqual([['invalid_input', 'email']])
    expect(
      faultsOf([
        ['email', 'nobody'],
        ['permissions', 'a'],
      ]),
    ).toEqual([['email_invalid', 'email']])
    expect(faultsOf([['email', 'a@shop.example']])).toEqual([['permissions_required', 'permissions']])
    expect(
      faultsOf([
        ['email', 'a@shop.example'],
        ['permissions', 'c'],
      ]),
    ).toEqual([['invalid_input', 'permissions']])
    expect(
      faultsOf([
        ['email', new File(['x'], 'x')],
        ['permissions', 'a'],
      ]),
    ).toEqual([['invalid_input', 'email']])
  })
  it('is refused with what is wrong in every field, in the order of the schema, and what is known beside it', () => {
    const wrong: [string, string][] = [
      ['note', 'too long'],
      ['days', 'some'],
      ['email', 'nobody'],
    ]
    const all = [
      ['email_invalid', 'email'],
      ['permissions_required', 'permissions'],
      ['invalid_input', 'note'],
      ['invalid_input', 'days'],
    ]
    expect(faultsOf(wrong)).toEqual(all)
    const code = { field: 'stepUpCode', code: 'step_up_required', values: {} }
    expect(faultsOf(wrong, [code])).toEqual([...all, ['step_up_required', 'stepUpCode']])
    const sound: [string, string][] = [
      ['email', 'a@shop.example'],
      ['permissions', 'a'],
    ]
    expect(faultsOf(sound)).toBeUndefined()
    expect(faultsOf(sound, [code])).toEqual([['step_up_required', 'stepUpCode']])
  })

  it('has one fault for each field, with the values of its sentence', () => {
    const read = inputOf(
      z.object({
        word: z.string().regex(/^a/, 'word_odd').max(2, 'word_long'),
        size: z.string().superRefine((_, context) => {
          context.addIssue({ code: 'custom', message: 'size_large', params: { most: 9, rows: ['x'] } })
        }),
      }),
    )
    const entries = entriesOf([
      ['word', 'bbb'],
      ['size', '10'],
    ])
    expect(() => read(entries)).toThrow(
      expect.objectContaining({
        field: 'word',
        code: 'word_odd',
        further: [{ field: 'size', code: 'size_large', values: { most: 9 } }],
      }),
    )
  })
})

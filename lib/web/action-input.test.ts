import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { emailSchema } from '@/lib/accounts/email'
import { OfficeFault } from '@/lib/kernel/office-fault'
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

const faultOf = (pairs: [string, string | File][]) => {
  try {
    inputOf(schema)(entriesOf(pairs))
    return undefined
  } catch (error) {
    return error instanceof OfficeFault ? [error.code, error.field] : error
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
    expect(faultOf([['permissions', 'a']])).toEqual(['invalid_input', 'email'])
    expect(
      faultOf([
        ['email', 'nobody'],
        ['permissions', 'a'],
      ]),
    ).toEqual(['email_invalid', 'email'])
    expect(faultOf([['email', 'a@shop.example']])).toEqual(['permissions_required', 'permissions'])
    expect(
      faultOf([
        ['email', 'a@shop.example'],
        ['permissions', 'c'],
      ]),
    ).toEqual(['invalid_input', 'permissions'])
    expect(
      faultOf([
        ['email', new File(['x'], 'x')],
        ['permissions', 'a'],
      ]),
    ).toEqual(['invalid_input', 'email'])
  })
})

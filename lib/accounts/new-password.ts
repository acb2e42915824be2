import * as z from 'zod'
import { passwordLength } from './length'
import { judgePassword } from './password'

const nobody = { email: '', name: '' }

/**
 * A new password as a form sends it. What can be said of it without knowing whose it is, is said together with the faults of the
 * other fields; `requireGoodPassword` judges the rest.
 */
export const newPasswordSchema = z.string('password_required').superRefine((text, context) => {
  const message = text === '' ? 'password_required' : judgePassword(text, nobody)
  if (message !== undefined) context.addIssue({ code: 'custom', message, params: passwordLength })
})

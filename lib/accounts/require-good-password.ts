import { OfficeFault } from '@/lib/kernel/office-fault'
import { passwordLength } from './length'
import { judgePassword } from './password'

/** Throws what is wrong with a new password, for the field `newPassword`. */
export function requireGoodPassword(text: string, person: { email: string; name: string }): void {
  const problem = judgePassword(text, person)
  if (problem) throw new OfficeFault(problem, { field: 'newPassword', values: { ...passwordLength } })
}

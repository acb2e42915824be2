/** What the audit trail says of accounts: the noun and what became of it, or, with the outcome `denied`, did not. */
export const accountEvents = [
  'session.started',
  'session.second_step_passed',
  'session.step_up_passed',
  'session.ended',
  'two_step.enabled',
  'two_step.replaced',
  'two_step.disabled',
  'recovery_code.used',
  'recovery_codes.renewed',
  'password.changed',
  'password.reset_requested',
  'password.reset',
  'invitation.sent',
  'invitation.withdrawn',
  'invitation.accepted',
  'membership.changed',
  'membership.removed',
  'action.called',
] as const

export type AccountEvent = (typeof accountEvents)[number]

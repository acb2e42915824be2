import type { installer as es } from '../es/installer'
import type { SameShape } from '../same-shape'

export const installer: SameShape<typeof es> = {
  title: 'Hand-off of a credential',
  loading: 'Looking for the hand-off…',
  needsScript: 'Turn on JavaScript in your browser and open the link again. The secret is still unopened.',
  who: '{merchant} hands over to you the Aliado credential that your system will use.',
  credential: 'Credential',
  merchant: 'Merchant',
  branch: 'Branch',
  terminal: 'Till',
  until: 'Can be opened until',
  once: 'The secret is shown once. Open it when you have at hand the till or the system where you will put it.',
  reveal: 'Show the secret',
  deadTitle: 'This link does not work',
  deadText:
    'It was opened, it expired, it was withdrawn, or it is incomplete. If you did not open it, tell the person who sent it and ask for another.',
  unsupportedTitle: 'This browser can’t open the secret',
  unsupportedText: 'Open the link in an up-to-date browser, over https. The secret is still unopened.',
  busyTitle: 'Too many attempts',
  busyText: 'Wait a few minutes and try again. The secret is still unopened.',
  failedTitle: 'There was no answer',
  failedText: 'Check your connection and try again.',
  failedOpening:
    'Check your connection and try again. If this link no longer works then, the answer was lost: ask the person who sent it for another.',
  again: 'Try again',
  openedTitle: 'Save the secret now',
  openedText:
    'This link no longer works, and the secret will not be shown again. Put it into the configuration of the system, never into source code or a chat.',
  unreadableTitle: 'The secret could not be read',
  unreadableText: 'The link was used. Ask the person who sent it for another.',
  test: 'Test now',
  testText:
    'Make the call of the examples from the till: you will see here when it arrives. A call of another till with the same credential counts too.',
  testTextOfTill:
    'Make the call of the examples from the till, with its name in X-Terminal-Id: you will see here when it arrives. The first line counts calls of any till with this credential.',
  waitingToken: 'Waiting for the first token request…',
  token: 'Token requested at {time}',
  waitingCall: 'Waiting for the first call…',
  call: 'Call received at {time}. The credential works.',
  waitingCallOfTill: 'Waiting for the first call of {terminal}…',
  callOfTill: '{terminal} called at {time}. The till is connected.',
  paused: 'The wait is over. Open “Integrations” in the office to see the last use.',
  delay: 'It may take up to a minute to show here.',
  leaveTitle: 'Have you saved it?',
  leaveText: 'Copy or download it before you leave: it will not be shown again.',
}

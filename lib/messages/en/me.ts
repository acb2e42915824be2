import type { me as es } from '@/lib/messages/es/me'
import type { SameShape } from '@/lib/messages/same-shape'

export const me: SameShape<typeof es> = {
  title: 'My benefits',
  signInLead:
    'Enter the email address your company has on file for you. We will send you a link to see your benefits; no password needed.',
  email: 'Email',
  sendLink: 'Send link',
  signedOut: 'You signed out on this device.',
  sentTitle: 'Check your email',
  sentText:
    'If your company has that address on file, in a few minutes you will receive a link that works once and expires in {minutes} minutes. Check your spam folder too.',
  otherEmail: 'Use another address',
  enterTitle: 'Hello, {name}',
  enterLead: 'Use this button to see the benefits {company} gives you.',
  enter: 'See my benefits',
  linkTitle: 'This link no longer works',
  linkText: 'It was used, it expired, or a newer one replaced it.',
  askAgain: 'Request another link',
  greeting: 'Hello, {name}',
  lead: 'Your benefits today, from {company}.',
  historyLead: 'Purchases where you used your benefits from {company}.',
  pages: 'Your pages',
  benefits: 'Benefits',
  history: 'History',
  howTo: 'To use them, give your ID at the till before you pay. The merchant applies the discount on the spot.',
  terms: 'Terms',
  scope: {
    store: 'On the whole store',
    category: 'On the category {name}',
    article: 'On the article {name}',
  },
  minimum: 'On purchases from {amount}',
  maximum: 'Up to {amount} off per purchase',
  perDay:
    'Up to {max, plural, one {once} other {# times}} a day; today {left, plural, =0 {none is left} one {one is left} other {# are left}}',
  until: 'Until {date}',
  noneTitle: 'You have no benefits today',
  noneText: 'When {company} gives you one, it will appear here. If you were expecting one, ask human resources.',
  unusedTitle: 'You have not used any benefits yet',
  unusedText: 'After your first purchase with a discount, you will see it here.',
  saved: '{count, plural, one {In one purchase you saved} other {In # purchases you saved}}',
  newest: 'Back to the latest',
  ofPurchase: 'of {amount}',
  columns: {
    when: 'Date',
    merchant: 'Merchant',
    discount: 'Discount',
    final: 'You paid',
  },
}

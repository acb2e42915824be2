import type { sandbox as es } from '../es/sandbox'
import type { SameShape } from '../same-shape'

/** /portal/integrations/sandbox: the identities, branches, articles and discounts with which a till is tried. */
export const sandbox: SameShape<typeof es> = {
  title: 'Test environment',
  lead: 'Assigned identifications, branches, articles, and discounts, to try a till without anybody’s data.',
  banner: 'Everything here is for tests',
  bannerText: 'None of it exists in production: there these identifications are refused. Never use real cédulas here.',
  before: 'It is not prepared yet',
  beforeText: 'One button makes in your merchant what a till needs to be tried. It changes nothing that you have.',
  makes: {
    identities:
      '25 assigned identifications, each with its behavior, of “Empresa de Prueba”, affiliated to your merchant',
    branches: 'Two branches and three categories with twelve articles, TEST-01 to TEST-12',
    discounts: 'Eleven discounts “Prueba: …”, granted to whom they belong',
  },
  prepare: 'Prepare the test environment',
  prepareAgain: 'Add what is missing',
  prepared: '{made, plural, =0 {Nothing was missing} one {Done: # item was made} other {Done: # items were made}}',
  empty: 'Empty the test environment',
  emptyText:
    'Releases what is reserved and gives back uses and budgets of the test discounts. Credentials, discounts, and registered consumptions stay.',
  emptied:
    '{released, plural, =0 {Emptied. Nothing was reserved} one {Emptied: # reservation was released} other {Emptied: # reservations were released}}',
  calls: 'A first sale',
  callsLead:
    'The three calls, with the data of your merchant. The key stays in ALIADO_API_KEY, and each operation has an Idempotency-Key of its own.',
  callsNext: 'Keep the authorizationCode that applying returns: registering needs it. The whole guide is at',
  guide: 'Get started',
  steps: { eligibility: '1. Validate', apply: '2. Apply', consume: '3. Register' },
  identities: 'Assigned identifications',
  identitiesLead: 'The cédula goes with type {cedula}; the letters, with any other: {others}.',
  noOthers: 'there are no other types yet',
  identification: 'Identification',
  letters: '{letters} with other types',
  name: 'Name',
  nobody: 'Nobody',
  does: 'What it does',
  benefits: 'Benefits',
  answers: 'Answers',
  staged: { lost: 'connection cut', slow: '{seconds} s wait', html: '502 in HTML', done: '200 and 201' },
  branches: 'Branches',
  branchesLead: 'Optional in each call (branchId).',
  branch: 'Branch',
  inactive: 'Inactive',
  articles: 'Articles',
  articlesLead: 'The price is for the examples alone: Aliado keeps no prices.',
  sku: 'SKU',
  article: 'Article',
  category: 'Category',
  price: 'Example price',
  discounts: 'Discounts',
  discountsLead: 'The id goes into merchantDiscountId, as validating returns it.',
  discount: 'Discount',
  id: 'Id',
  status: 'Status',
  copy: 'Copy {text}',
  faults: {
    test_environment_only: 'This exists in the test environment alone.',
    identity_employed:
      'Another company of this installation employs one of the assigned identifications. Ask the operator to deactivate it and try again.',
    not_prepared: 'The test environment is not prepared yet. Refresh the page.',
    permission_missing:
      'You no longer have the permission “Manage API keys and OAuth clients”. Nothing was changed. Ask whoever manages the team.',
    two_step_missing: 'Turn on two-step verification in the Security section of your account and try again.',
  },
}

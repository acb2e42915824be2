import type { certificationPlan as es } from '@/lib/messages/es/certification-plan'
import type { SameShape } from '@/lib/messages/same-shape'

export const certificationPlan: SameShape<typeof es> = {
  levels: { must: 'Required', should: 'Recommended' },
  outcomes: {
    pass: 'Passes',
    fail: 'Does not pass',
    warning: 'Passes with a remark',
    not_shown: 'Not shown',
    not_applicable: 'Does not apply',
  },
  waivers: {
    apiKeyOnly: 'It uses API keys alone, never OAuth tokens',
    noItems: 'It does not send the items of a purchase',
    noOffline: 'It does not sell without a connection',
  },
  checks: {
    C01: {
      title: 'A whole sale',
      passes: 'It validates, applies and registers the consumption, in this order and once.',
    },
    C02: { title: 'Charged normally without a benefit', passes: 'It applies no discount to who has no benefits.' },
    C03: {
      title: 'The same key after a lost answer of apply',
      passes: 'It repeats the call with the same Idempotency-Key and the same body within 2 minutes.',
    },
    C04: {
      title: 'The same key after a lost answer of a consumption',
      passes: 'It repeats the call with the same Idempotency-Key and the same body; one consumption remains.',
    },
    C05: {
      title: 'A new key for each operation',
      passes: 'The key of apply is not that of the consumption, and none serves two sales.',
    },
    C06: {
      title: 'The key survives a power cut',
      passes: 'When it starts again, it repeats with the same key or first asks what stands for that reference.',
    },
    C07: {
      title: 'Reference',
      passes: 'The consumption carries the reference that was applied with, and each sale has its own.',
    },
    C08: {
      title: 'Date of the consumption',
      passes: 'It is the moment of payment, with its time zone: not before apply, not ahead, not always the same.',
    },
    C09: { title: 'Notifies nothing unpaid', passes: 'An abandoned sale registers no consumption.' },
    C10: { title: 'Releases what is abandoned', passes: 'It releases the authorization within 2 minutes.' },
    C11: {
      title: 'Applies again after expiry',
      passes: 'It applies with a new key and registers the consumption with the new code.',
    },
    C12: { title: 'Obeys a 429', passes: 'It waits as Retry-After says before its next call.' },
    C13: {
      title: 'Obeys a 503',
      passes: 'It waits as Retry-After says, repeats with the same key and makes no more than 5 attempts.',
    },
    C14: {
      title: 'Sells without the service',
      passes:
        'Without a connection the sale is finished without a benefit, no consumption is made up, and then everything works again.',
    },
    C15: { title: 'Reuses its token', passes: 'It asks for a new token only when the one before is about to expire.' },
    C16: {
      title: 'Renews and repeats after a 401',
      passes: 'It renews its token once and repeats the call once. With an API key, it stops and says so.',
    },
    C17: { title: 'No browser', passes: 'The calls come from a server or a till, not from a web page.' },
    C18: {
      title: 'Nothing private in an address',
      passes: 'Neither identifications nor secrets are in the address of a call.',
    },
    C19: { title: 'Recalculates', passes: 'When the purchase changes after apply, it reports the new total.' },
    C20: { title: 'Charges what was calculated', passes: 'What is charged is finalAmount.' },
    C21: { title: 'Does not calculate by itself', passes: 'The till shows the discount that Aliado answered.' },
    C22: { title: 'Test identities alone', passes: 'The identification of no real person appears.' },
    C23: {
      title: 'Keeps the identification types',
      passes: 'It asks for them once a day, and once more when it starts.',
    },
    C24: {
      title: 'Tolerates what it does not know',
      passes: 'It goes on with new fields and codes, and shows the title of the refusal.',
    },
    C25: {
      title: 'Items',
      passes: 'They add up to the total of the purchase, and their SKUs are those of the catalog.',
    },
    C26: {
      title: 'Several tills at once',
      passes: 'Two tills that sell at the same time share no keys or references.',
    },
  },
  scenes: {
    buy: {
      title: 'A sale',
      instruction: 'Charge {amount} to {identity}, apply their discount and finish the sale.',
    },
    stranger: {
      title: 'Without a benefit',
      instruction: 'Charge {amount} to {identity}. They have no benefits: finish the sale without a discount.',
    },
    rounding: {
      title: 'A discount with cents',
      instruction:
        'Charge {amount} to {identity}, apply their discount and type here the discount that the till shows.',
    },
    items: {
      title: 'A discount on an article',
      instruction: 'Charge {amount} of articles to {identity}, apply their discount on an article and finish the sale.',
    },
    removeLine: {
      title: 'Remove a line',
      instruction:
        'Charge {amount} to {identity} and apply their discount. Then remove an article, finish the sale and type here the new total and what was charged.',
    },
    lostApply: {
      title: 'The answer of apply is lost',
      instruction: 'Charge {amount} to {identity}, apply their discount and finish the sale as the till tells you.',
    },
    lostConsumption: {
      title: 'The answer of the consumption is lost',
      instruction: 'Charge {amount} to {identity}, apply their discount and finish the sale as the till tells you.',
    },
    restart: {
      title: 'Switch the till off',
      instruction:
        'Charge {amount} to {identity}, apply their discount and switch the till off at that moment. Switch it on after a minute and finish the sale.',
    },
    abandon: {
      title: 'An abandoned sale',
      instruction: 'Charge {amount} to {identity}, apply their discount and cancel the sale without charging.',
    },
    expired: {
      title: 'An expired authorization',
      instruction:
        'Charge {amount} to {identity} and apply their discount. Wait 25 seconds, charge and finish the sale as the till tells you.',
    },
    limited: {
      title: 'Too many calls',
      instruction: 'Charge {amount} to {identity}, apply their discount and finish the sale.',
    },
    unavailable: {
      title: 'Service unavailable',
      instruction: 'Charge {amount} to {identity}, apply their discount and finish the sale.',
    },
    unreachable: {
      title: 'No connection',
      instruction:
        'Aliado does not answer for a minute. Charge {amount} to {identity} without a benefit. After the minute, validate {identity} again.',
    },
    renewal: {
      title: 'The credential is refused once',
      instruction: 'Charge {amount} to {identity}, apply their discount and finish the sale.',
    },
    future: {
      title: 'Answers with something new',
      instruction:
        'Apply to 99900000003 their category discount on a purchase without articles of it: the till must show the title of the refusal. Then charge {amount} to {identity}, apply their discount and finish the sale.',
    },
    twoTills: {
      title: 'Two tills at once',
      instruction: 'On two tills at once, charge five sales of {amount} to {identity} on each, with their discount.',
    },
  },
  attestations: {
    chargedTotal: 'Total charged to the customer',
    shownDiscount: 'Discount that the till shows',
    newTotal: 'New total of the purchase, before the discount',
    wasStopped: 'The till was switched off, not only minimized',
    wasSold: 'The sale was finished without the benefit',
    wasShown: 'The till showed the title of the refusal',
  },
  reasons: {
    notPlayed: 'This scene was not played.',
    notAttested: 'What you have to type in the scene is missing.',
    noCalls: 'No call came that it could be judged by.',
    noEligibility: 'It applied without validating first.',
    notApplied: 'The discount was not applied.',
    notConfirmed: 'The sale did not register its consumption.',
    doneTwice: 'The same sale was applied or registered more than once.',
    appliedAnyway: 'It applied a discount after the answer said that there are no benefits.',
    noLostAnswer: 'No answer was lost in the scene.',
    notRetried: 'The lost call was not repeated.',
    askedInstead: 'Instead of repeating, it asked what stands for the reference. This is valid; to repeat is simpler.',
    otherKey:
      'It repeated with another Idempotency-Key. Keep the key with the sale before the first call, and repeat with it.',
    otherBody: 'It repeated with the same Idempotency-Key and another content.',
    lateRetry: 'It repeated after more than 2 minutes.',
    keyOfBothWrites: 'It used the same Idempotency-Key to apply and for the consumption.',
    keyOfTwoSales: 'It used the same Idempotency-Key in two sales.',
    noSilence: 'The till went on calling: no minute of silence was seen.',
    answeredBeforeStop: 'The till already had the answer when it was switched off. Repeat the scene.',
    otherReference: 'The consumption carries another reference than its authorization.',
    referenceOfTwo: 'The same reference was used in sales of different customers.',
    noOffset: 'consumptionDate does not say its time zone.',
    dateBeforeApply: 'consumptionDate is before the authorization.',
    dateAhead: 'consumptionDate is in the future. Check the clock of the till.',
    dateConstant: 'Different sales carry the same consumptionDate.',
    notifiedUnpaid: 'A consumption was sent for a sale that was not charged.',
    notOver: 'The scene was closed before the authorization expired.',
    notReleased: 'The abandoned authorization was not released.',
    notExpired: 'The authorization did not come to expire.',
    keyOfExpired: 'It applied again with the Idempotency-Key of the expired authorization, and got the same one.',
    notAppliedAgain: 'It did not apply again after the authorization expired.',
    noRefusal: 'No call got that refusal in the scene.',
    noCallAfter: 'There was no other call after the refusal.',
    tooEarly: 'It called before the time that Retry-After says.',
    tooManyAttempts: 'It made more than 5 attempts of the same call.',
    duplicated: 'Something between the till and Aliado, such as a balancer, repeats calls by itself.',
    notSold: 'Without a connection the sale was not finished.',
    inventedConsumption: 'It sent a consumption with a code that no authorization has.',
    tokenNotReused: 'It asked for a new token while the one before was still good.',
    notRenewed: 'It repeated after a 401 without renewing its token.',
    notRepeated: 'It did not repeat the call after renewing its token.',
    loop: 'It repeated more than twice after a 401.',
    browser: 'The call came from a browser: anybody can get at the secret.',
    identificationInAddress: 'The address of the call has an identification in it.',
    secretInAddress: 'The address of the call has a secret in it.',
    referenceLikeIdentification: 'A reference looks like an identification. Use the number of the ticket.',
    oldTotal: 'The consumption did not report the new total.',
    otherTotal: 'The consumption reported another total than the one that you typed.',
    chargedOther:
      'What was charged is not finalAmount. Aliado calculates neither ITBIS nor the legal tip: purchaseAmount includes ITBIS and not the tip.',
    ownArithmetic: 'The till shows another discount than the one that Aliado answered.',
    realIdentification: 'An identification was sent that looks like that of a real person.',
    unassigned: 'Test identifications were sent that are not assigned.',
    mistyped: 'A test identification was sent that is not assigned, perhaps by a typing error.',
    typesAskedOften: 'It asked for the identification types more than once a day.',
    brokeOff: 'The sale was not finished when the answers had new fields or codes.',
    titleNotShown: 'The till did not show the title of the refusal.',
    impliedDecimals: 'The prices of the items are in cents and the total in pesos, or the other way round.',
    sumsDiffer: 'The items do not add up to the total of the purchase.',
    unknownSkus: 'SKUs were sent that are not in the catalog.',
    noItemsSent: 'No purchase had items.',
    collision: 'Two sales shared an Idempotency-Key or a reference.',
    notTogether: 'Ten sales of two tills at once were not seen.',
  },
}

import type { remedies as es } from '@/lib/messages/es/remedies'
import type { SameShape } from '@/lib/messages/same-shape'

export const remedies: SameShape<typeof es> = {
  title: 'What to do',
  links: {
    branches: 'Go to Branches',
    discount: 'View the discount',
    discounts: 'Go to Discounts',
    catalog: 'Search in Articles',
    credential: 'View the credential',
    integrations: 'Go to Integrations',
    sale: 'View the sale',
    authorization: 'View the authorization',
  },
  texts: {
    fixFields: 'Correct the fields named above in your system and repeat the call.',
    oneCredential: 'Send one credential: remove either the Authorization header or the X-Api-Key header.',
    identificationTypes: 'Use one of the ids that GET /api/v1/integrations/identification-types returns.',
    tokenForm:
      'Ask for the token with a form (application/x-www-form-urlencoded) that says grant_type=client_credentials, without repeated parameters.',
    writeJson: 'Build the body with the JSON library of your language, as one object in UTF-8, and repeat the call.',
    sendKey:
      'Generate a UUID per operation, keep it with the sale and send it in Idempotency-Key. Use the same one for every retry.',
    sendOneKey: 'Send one Idempotency-Key header with a UUID. A reference or an invoice number will not do.',
    keyReused:
      'Generate a new UUID for each operation. Repeat the previous one only to retry the same request, with nothing changed.',
    keyOfSale:
      'This Idempotency-Key was already used for reference {reference}. Generate a new UUID for each operation, and repeat the previous one only to retry the same request.',
    referenceTaken:
      'Register the consumption of the authorization that this reference already has, release it, or let it expire before applying again.',
    referenceActive:
      'Reference {reference} has authorization {code}, active until {at}. Register its consumption or release it before applying again.',
    referenceConsumed:
      'Authorization {code} of reference {reference} has been consumed. A new purchase needs another reference.',
    referenceFree: 'Reference {reference} has no active authorization any more: you can apply the discount again.',
    sendItems: 'Send items with the sku, quantity and unitPrice of each article of the purchase.',
    sendItemsOf:
      '“{name}” applies to {target} only. Send items with the sku, quantity and unitPrice of each article of the purchase.',
    skusUnknown: 'These SKUs are not in your catalog: {skus}. Add them, or correct the SKU that your till sends.',
    itemsTarget:
      '“{name}” applies to {target} only. Check that the article bought is that one or belongs to that category.',
    itemsOther: 'Check that the SKUs your till sends are those of your catalog and that the discount includes them.',
    branchUnread: 'Send the number of an active branch in branchId, or leave the field out.',
    branchUnknown: 'branchId {id} is not a branch of your business. Use one of the numbers on the Branches page.',
    branchInactive: 'branchId {id} is {name}, inactive. Activate it or send another branch.',
    branchActive: 'branchId {id} is {name}, and it is active now. Repeat the call.',
    applyAgain:
      'Apply the discount again, with the same reference and another Idempotency-Key, and register the consumption before it expires.',
    authorizationExpired:
      'Authorization {code} expired on {at}. Apply the discount again, with the same reference and another Idempotency-Key.',
    authorizationReleased:
      'Authorization {code} was released on {at}. Apply the discount again, with the same reference and another Idempotency-Key.',
    alreadyUsed: 'Do not register it again: the sale is already in Aliado.',
    alreadyConsumed:
      'Reference {reference} already has consumption {code}: do not register it again. When you retry, repeat the same Idempotency-Key to get the same answer.',
    sendCredential: 'Send a key in X-Api-Key or a token in Authorization: Bearer.',
    secretWrong:
      'The secret that the system sent is not that of “{name}”. Install the one you kept when you created it; if it is lost, create another.',
    secretPrevious:
      'The system still uses the previous secret of “{name}”. Install the one you got when you rotated it.',
    addressNotAllowed:
      'The call came from an address that is not among those allowed for “{name}”. If it is your business’s, add it with “Limit addresses”.',
    keyExpired: 'The key “{name}” has expired. Create another and install it in the system.',
    keyExpiredAt: 'The key “{name}” expired on {at}. Create another and install it in the system.',
    tokenEnded:
      'The token no longer works. The system must ask for another when it gets a 401, and before the one it has expires.',
    credentialEnded: '“{name}” was revoked or deleted. Install a live credential in the system.',
    credentialCheck: 'Check that the system sends the whole credential “{name}” and that it is still live.',
    permissionCheck: 'Use a credential with the permission that this operation requires.',
    permissionLacking:
      '“{name}” lacks {permission}. Create a credential with that permission and install it in the system.',
    tokenNarrow:
      '“{name}” has {permission}, but the token was asked for without it. Ask without scope, or with scope={permission}.',
    askOperator: 'Your business is disabled in the network. Write to the operator to enable it.',
    discountUnread: 'Send in merchantDiscountId one of those that eligibility returned for this person.',
    discountUnknown:
      'merchantDiscountId {id} is not a discount of your business. Send one of those that eligibility returned for this person.',
    discountDraft: '“{name}” is a draft. Publish it so that tills can apply it.',
    discountPaused: '“{name}” is paused. Resume it so that tills can apply it.',
    discountScheduled: '“{name}” begins on {from}. Bring the date forward or wait for that day.',
    discountExpired: '“{name}” expired on {to}. Extend its dates or use another discount.',
    discountEnded: '“{name}” was ended. Check eligibility and apply another discount.',
    discountPublished:
      '“{name}” is published, but this person did not have it: their company does not grant it to them, they are not an active collaborator, or a limit was reached. Check eligibility and apply one of those it returns.',
    authorizationUnknown:
      'Send the authorizationCode that applying the discount returned, with the same reference and from the same merchant.',
    authorizationOther:
      'Authorization {code} belongs to reference {theirs}, and the call sent {sent}. Send the reference with which you applied the discount.',
    authorizationThere: 'Authorization {code} is in your business. Repeat the call.',
    checkPath: 'Correct the path: it begins with /api/v1 and has no slash at its end.',
    checkMethod: 'Correct the method: queries are GET and operations are POST.',
    sendLess: 'Send only the fields of the operation: the body may have 256 KiB.',
    sendJsonType: 'Send the header Content-Type: application/json.',
    waitAndRetry:
      'Wait for the seconds of Retry-After and retry with the same Idempotency-Key. If it happens again, spread the calls over time.',
    askFewer:
      'Wait for the seconds of Retry-After. Check eligibility once per purchase, with the identification that the person gave.',
    askSupport:
      'Retry with the same Idempotency-Key. If it happens again, send the X-Request-Id {requestId} to support.',
    retrySame: 'Retry in a few seconds, with the same Idempotency-Key if you sent one.',
    scopeCheck: 'Ask for the token without scope: it will have all the permissions of the client.',
    scopeOf: '“{name}” can ask for {permissions}. Remove the rest from scope, or leave scope out.',
    clientCredentials: 'Ask for the token with grant_type=client_credentials.',
    retryToken: 'Ask for the token again in a few seconds.',
  },
}

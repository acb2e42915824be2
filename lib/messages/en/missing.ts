import type { missing as es } from '@/lib/messages/es/missing'
import type { SameShape } from '@/lib/messages/same-shape'

export const missing: SameShape<typeof es> = {
  twoStepTitle: 'Turn on two-step verification',
  twoStepText:
    'The office of your business keeps credentials that are worth money. To enter, your account must also ask for a code from your phone. It takes a minute.',
  twoStepAction: 'Turn it on now',
  companyTwoStepText:
    'The office of your company keeps personal data of its collaborators. To enter, your account must also ask for a code from your phone. It takes a minute.',
  merchantTitle: 'You are not part of a business yet',
  merchantText: 'Ask whoever manages the team of your business to send an invitation to your e-mail.',
  companyTitle: 'You are not part of a company yet',
  companyText: 'Ask your contact at Aliado to add you to the office of your company.',
  companyPermissionText:
    'To see this page you need the permission “{permission}”. Ask your contact at Aliado; once you have it, reload the page.',
  permissionTitle: 'You lack a permission',
  permissionText:
    'To see this page you need the permission “{permission}”. Ask whoever manages the team of your business; once you have it, reload the page.',
}

import type { missing as es } from '@/lib/messages/es/missing'
import type { SameShape } from '@/lib/messages/same-shape'

export const missing: SameShape<typeof es> = {
  twoStepTitle: 'Turn on two-step verification',
  twoStepText:
    'Your business’s office holds credentials that are worth money, so signing in also requires a code from your phone. Setting it up takes a minute.',
  supportTitle: 'Not shown in a support view',
  supportText:
    'This page is there to do something, or shows what support must not see. The office can be read from the menu.',
  twoStepAction: 'Turn it on now',
  companyTwoStepText:
    'Your company’s office holds personal data about its collaborators, so signing in also requires a code from your phone. Setting it up takes a minute.',
  merchantTitle: 'You are not part of a business yet',
  merchantText: 'Ask the person who manages your business’s team to email you an invitation.',
  companyTitle: 'You are not part of a company yet',
  companyText: 'Ask the person who manages your company’s team to email you an invitation.',
  companyPermissionText:
    'To see this page you need the permission “{permission}”. Ask the person who manages your company’s team; once you have it, reload the page.',
  operatorTwoStepText:
    'The operator’s office reaches the whole network, so signing in also requires a code from your phone. Setting it up takes a minute.',
  operatorPermissionText:
    'To see this page you need the permission “{permission}”. Ask the person who manages the operator’s team; once you have it, reload the page.',
  permissionTitle: 'You need a permission',
  permissionText:
    'To see this page you need the permission “{permission}”. Ask the person who manages your business’s team; once you have it, reload the page.',
}

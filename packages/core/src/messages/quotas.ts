import type { Catalogue } from './catalogue.ts'

/** How much a tenant or a provider may store. */
export const quotaTexts = {
  'quota.titles':
    'You have {{used}} titles, and {{limit}} are allowed. Delete titles you no longer need, or ask an administrator for a larger quota.',
  'quota.bytes':
    'This file needs {{size}}, and {{left}} of {{limit}} are left. Delete titles or documents you no longer need, or ask an administrator for a larger quota.',
  'quota.openUploads':
    '{{used}} uploads are open, and {{limit}} are allowed at once. Finish or cancel one, then try again.',
  'quota.images':
    '{{used}} pictures were uploaded in the last 24 hours, and {{limit}} are allowed. Try again tomorrow, or ask an administrator for a larger quota.',

  'ui.quota.title': 'Usage',
  'ui.quota.bytes': 'Storage',
  'ui.quota.titles': 'Titles',
  'ui.quota.openUploads': 'Open uploads',
  'ui.quota.of': '{{used}} of {{limit}}',
} as const satisfies Catalogue

import type { Catalogue } from './catalogue.ts'

/** Where subscriptions come from (TENANT-32, C-36). */
export const sourceTexts = {
  'source.stripe': 'Stripe',
  'source.mms': 'MMS',
  'source.pseudosso': 'Pseudo SSO',
  'source.flatfile': 'File Upload',
  'source.apple': 'Apple',
} as const satisfies Catalogue

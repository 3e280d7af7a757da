import type { Catalogue } from './catalogue.ts'

/** Names of the fields of providers and channels. */
export const supplyTexts = {
  'field.displayName': 'Display name',
  'field.contact': 'Contact',
  'field.phoneNumber': 'Phone number',
  'field.stage1Encode': 'Stage 1 encoding',
  'field.isBulkUploadEnabled': 'Bulk upload',
  'field.Availability': 'Availability',
  'field.kinds': 'Appears in',
  'field.active': 'Active',
  'field.profileImageUrl': 'Profile Pic',
  'field.mediaSpaceImageUrl': 'MediaSpace',
} as const satisfies Catalogue

/** Where subscriptions come from (TENANT-32, C-36). */
export const sourceTexts = {
  'source.stripe': 'Stripe',
  'source.mms': 'MMS',
  'source.pseudosso': 'Pseudo SSO',
  'source.flatfile': 'File Upload',
  'source.apple': 'Apple',
  'source.manual': 'Added by hand',
} as const satisfies Catalogue

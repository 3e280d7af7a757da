import type { Catalogue } from './catalogue.ts'

/** Names of the fields of providers and channels. */
export const supplyTexts = {
  'field.displayName': 'Display name',
  'field.description': 'Description',
  'field.contact': 'Contact',
  'field.phoneNumber': 'Phone number',
  'field.stage1Encode': 'Stage 1 encoding',
  'field.isBulkUploadEnabled': 'Bulk upload',
  'field.providerId': 'Provider',
  'field.Availability': 'Availability',
  'field.active': 'Active',
  'field.profileImageUrl': 'Profile Pic',
  'field.mediaSpaceImageUrl': 'MediaSpace',
} as const satisfies Catalogue

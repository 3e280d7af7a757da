import type { Tenant } from '@kinora/core'

/** A row of the list of tenants. */
export const tenantRow = (tenantId: string, name: string): Tenant => ({
  tenantId,
  name,
  customerNumber: 'K-1',
  email: null,
  providerEmail: null,
  providerId: null,
  timeZoneInfo: { offsetName: 'Europe/Berlin', utcOffset: '+01:00' },
  languageCodes: ['en-GB'],
  languageTag: 'en-GB',
  activatedProducts: ['Web'],
  isProviderActive: false,
  mediaPlatform: 0,
  audioNormalize: false,
  connect: null,
  isBulkUploadEnabled: false,
  siteSourceType: 'fac',
  isPlatformOwnedCategories: true,
  isRichTextEnabled: false,
  version: 1,
})

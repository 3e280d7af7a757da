export {
  findTenant,
  isRichTextAllowed,
  isTenant,
  listTenants,
  lockTenant,
  readLanguages,
  readSiteMoment,
  readTimeZone,
  readTimeZones,
  showsPlatformCategories,
} from './rows.ts'

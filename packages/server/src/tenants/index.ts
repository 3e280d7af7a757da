export {
  findTenant,
  isRichTextAllowed,
  isTenant,
  listTenants,
  lockTenant,
  readLanguages,
  readSiteMoment,
  readTimeZone,
  showsPlatformCategories,
} from './rows.ts'

export {
  findTenant,
  isRichTextAllowed,
  isTenant,
  listTenants,
  lockTenant,
  readLanguages,
  showsPlatformCategories,
} from './rows.ts'

export { findTenant, isRichTextAllowed, isTenant, listTenants, lockTenant, readLanguages } from './rows.ts'

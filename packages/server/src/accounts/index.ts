export { assertEmailFree } from './emails.ts'
export { type AccountRow, createStaff, listAccounts, resetPassword } from './rows.ts'
export { closeAccount, findTenantAccount, openTenantAccount, type TenantAccount } from './tenant-account.ts'

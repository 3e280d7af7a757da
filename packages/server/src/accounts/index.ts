export {
  type AccountRow,
  assertEmailFree,
  closeAccount,
  createStaff,
  findTenantAccount,
  listAccounts,
  openTenantAccount,
  resetPassword,
  type TenantAccount,
} from './rows.ts'

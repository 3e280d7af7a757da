export {
  type AccountRow,
  assertEmailFree,
  closeAccount,
  createStaff,
  emailTaken,
  findTenantAccount,
  listAccounts,
  openTenantAccount,
  resetPassword,
  type TenantAccount,
} from './rows.ts'

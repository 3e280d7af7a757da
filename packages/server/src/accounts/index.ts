export {
  type AccountRow,
  assertEmailFree,
  closeAccount,
  createStaff,
  emailTaken,
  findTenantAccount,
  isEmailFree,
  listAccounts,
  openTenantAccount,
  resetPassword,
  type TenantAccount,
} from './rows.ts'

export {
  type AccountRow,
  assertEmailFree,
  closeAccount,
  createStaff,
  emailTaken,
  endExternalSignIns,
  findTenantAccount,
  isEmailFree,
  listAccounts,
  openTenantAccount,
  resetPassword,
  type TenantAccount,
} from './rows.ts'

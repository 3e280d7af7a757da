export {
  type AccountRow,
  assertEmailFree,
  closeAccount,
  createStaff,
  emailTaken,
  endExternalSignIns,
  findTenantAccount,
  listAccounts,
  openTenantAccount,
  resetPassword,
  type TenantAccount,
} from './rows.ts'

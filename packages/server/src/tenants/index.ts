export { listTenants } from './rows.ts'

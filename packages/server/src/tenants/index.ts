export { listTenants, readLanguages } from './rows.ts'

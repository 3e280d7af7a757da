export { restoreTitle } from './rows.ts'

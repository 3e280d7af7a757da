export { restoreTitle } from './restore.ts'

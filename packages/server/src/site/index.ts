export { readSite } from './rows.ts'

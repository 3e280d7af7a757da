export { readSite, siteRows } from './rows.ts'

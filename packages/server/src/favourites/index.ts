export { favouritesAmong } from './rows.ts'

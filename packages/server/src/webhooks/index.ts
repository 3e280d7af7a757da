export { makeSigning } from './rows.ts'

export { listTerms, openTerms } from './rows.ts'

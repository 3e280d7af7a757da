export { openTerms } from './open.ts'
export { listTerms } from './rows.ts'

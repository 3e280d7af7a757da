export { listShownSubscriptions } from './rows.ts'

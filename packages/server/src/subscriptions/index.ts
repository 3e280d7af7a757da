export { listShownSubscriptions, subscriptionRows } from './rows.ts'

export { listShownSubscriptions } from './shown.ts'

export type { StoreItem } from './items.ts'
export { receiveEvent, startStripeJobs } from './receive.ts'
export { lockStripe, readStripeState, settleMembers, writeStoreItems } from './rows.ts'

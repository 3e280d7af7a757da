export type { ToldItem } from './items.ts'
export { receiveEvent, startStripeJobs } from './receive.ts'
export { lockStripe, readStripeState, settleMembers, writeToldItems } from './rows.ts'

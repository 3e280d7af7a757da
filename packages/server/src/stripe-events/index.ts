export { receiveEvent, startStripeJobs } from './receive.ts'
export { lockStripe, readStripeState, settleMembers } from './rows.ts'

export { receiveEvent, startStripeJobs } from './receive.ts'
export { readStripeState, settleMembers } from './rows.ts'

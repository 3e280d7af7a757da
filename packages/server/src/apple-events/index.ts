export { receiveNotification, startAppleJobs } from './receive.ts'
export { readAppleState, settleApple } from './rows.ts'

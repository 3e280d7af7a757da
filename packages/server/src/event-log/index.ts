export { createEventFeed } from './feed.ts'
export { listEvents, numberEvents, type StoredEvent, startEventLogJobs, toLogEvent } from './rows.ts'

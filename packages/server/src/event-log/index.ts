export { createEventFeed } from './feed.ts'
export { numberEvents, type StoredEvent, startEventLogJobs, toLogEvent } from './rows.ts'

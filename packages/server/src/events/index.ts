export { openFeed, readShownSchedule } from './calendar.ts'
export { eventRows, eventsShowing } from './rows.ts'

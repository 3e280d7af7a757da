export { openFeed, readShownSchedule } from './calendar.ts'
export { eventsShowing } from './rows.ts'

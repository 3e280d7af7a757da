export { readShownSchedule } from './calendar.ts'
export { openFeed } from './feed.ts'
export { eventsShowing } from './leaving.ts'

export { openFeed, readShownSchedule } from './calendar.ts'
export { activateByVideo, isPlayable, readStreams } from './playable.ts'
export { eventRows, eventsShowing, findEvent, findEventById, momentOf, readEvents } from './rows.ts'

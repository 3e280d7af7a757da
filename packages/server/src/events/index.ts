export { openFeed, readShownSchedule } from './calendar.ts'
export { activateByVideo, isPlayable, playedBy, readStreams } from './playable.ts'
export { eventRows, eventsShowing, findEvent, momentOf, readEvents } from './rows.ts'

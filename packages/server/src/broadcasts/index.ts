export { TAKES_AFTER, TAKES_BEFORE } from './occasions.ts'
export { openBroadcast } from './playing.ts'
export { createBroadcasts } from './receive.ts'
export { readSendings } from './rows.ts'

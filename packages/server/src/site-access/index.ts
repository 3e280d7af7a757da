export { createBearerReader, personOf } from './bearers.ts'
export { openSite } from './open.ts'
export { assertPace } from './pace.ts'

export { toInstant } from './receive.ts'
export { findSitePlays, insertSitePlays, playText } from './site-plays.ts'

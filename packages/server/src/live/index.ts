export { assertOpen, siteLink } from './link.ts'
export { openLive } from './stream.ts'

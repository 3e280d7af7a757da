export { assertOpen, siteLink } from './link.ts'
export { createLiveOpener, type OpenLive } from './stream.ts'

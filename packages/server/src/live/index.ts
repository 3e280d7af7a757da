export { assertOpen, siteLink } from './link.ts'
export { createLiveOpener } from './stream.ts'

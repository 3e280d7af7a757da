export { assertMayEnter, offSince, readSiteMember } from './site.ts'

export { correctionWords, readCorrections } from './corrections.ts'
export {
  assertMayEnter,
  isKnownMember,
  offSince,
  readSiteMember,
  recordConsent,
  recordVisit,
} from './site.ts'
export { mergeBatch, storeRows } from './sources.ts'
export { memberRows } from './writes.ts'

export { verifyMade } from './scrub.ts'

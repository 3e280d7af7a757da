export { verifyMade } from './patrol.ts'

export { addJob, checkTargets, startJob } from './begin.ts'

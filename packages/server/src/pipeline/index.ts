export { takeCover } from './cover.ts'
export { enqueueJob, type MediaJob, toWantsNormalising } from './queue.ts'

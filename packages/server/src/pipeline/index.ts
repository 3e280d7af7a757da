export { takeCover } from './cover.ts'
export { enqueueJob, type MediaJob, queuedStep, toWantsNormalising } from './queue.ts'

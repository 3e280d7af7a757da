export { takeCover } from './cover.ts'
export { enqueueJob, type MediaJob, queuedStep, toWantsNormalising } from './queue.ts'
export { isStreamDamaged } from './stream-size.ts'

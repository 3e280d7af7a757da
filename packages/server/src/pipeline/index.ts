export { takeCover } from './cover.ts'
export { enqueueJob, type MediaJob, queuedStep, toWantsNormalising } from './queue.ts'
export { isStreamDamaged, sizeOfStream } from './stream-size.ts'

export { enqueueJob, type MediaJob, queuedStep, toWantsNormalising } from './queue.ts'
export { isStreamDamaged, sizeOfStream, takeCover } from './video.ts'

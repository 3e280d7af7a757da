export {
  type ConformanceTools,
  fileSourceConformance,
  lockConformance,
  recordStoreConformance,
} from './conformance.ts'
export { fileKeeperConformance } from './conformance-keeper.ts'
export { describeUpload, type UploadText } from './describe.ts'
export { uploads } from './endpoints.ts'
export { digestOfDigests, fingerprint, sampleOf, sha256, toHex } from './fingerprint.ts'
export { isOpen, type QueueSnapshot, type UploadEntry, type UploadItem } from './items.ts'
export { canUpload, isBusy, outcomeOf, RESTART_AFTER_CANCEL, step } from './machine.ts'
export type * from './ports.ts'
export { POLL_INTERVAL, TRAILER_POLL_INTERVAL } from './processing.ts'
export { groupsOf, type Marker, markerOf, type UploadProgress } from './progress.ts'
export { UploadQueue } from './queue.ts'
export { type ChunkReader, createChunkReader } from './reader.ts'
export { toRecord, toState, toUploadRecord, type UploadRecord, uploadId } from './records.ts'
export { isRetryable, MAX_ATTEMPTS, retryDelay } from './retry.ts'
export { answerTo } from './reuse.ts'
export * from './schema.ts'
export { defaultSettings, type UploaderOptions, type UploadSettings } from './settings.ts'
export { toFileSource } from './source.ts'
export type * from './states.ts'
export { createTransport, toTrailerProcessing, toVideoProcessing } from './transport.ts'
export { Uploader } from './uploader.ts'

export {
  type ConformanceTools,
  fileSourceConformance,
  lockConformance,
  recordStoreConformance,
} from './conformance.ts'
export { fileStoreConformance } from './conformance-file-store.ts'
export { uploads } from './endpoints.ts'
export { digestOfDigests, fingerprint, sampleOf, sha256, toHex } from './file/fingerprint.ts'
export { answerTo } from './file/prepare.ts'
export { type ChunkReader, createChunkReader, toFileSource } from './file/reader.ts'
export * from './limits.ts'
export { canUpload, isBusy, outcomeOf, RESTART_AFTER_CANCEL, step } from './machine/machine.ts'
export {
  describeUpload,
  groupsOf,
  type Marker,
  markerOf,
  type UploadProgress,
  type UploadText,
} from './machine/progress.ts'
export type * from './machine/states.ts'
export { defaultSettings, type UploaderOptions, type UploadSettings } from './machine/states.ts'
export type * from './ports.ts'
export {
  currentUpload,
  hasBytesToSend,
  isOpen,
  type QueueSnapshot,
  type UploadEntry,
  type UploadItem,
} from './queue/items.ts'
export { POLL_INTERVAL } from './queue/processing.ts'
export { UploadQueue } from './queue/queue.ts'
export { toRecord, toState, toUploadRecord, type UploadRecord, uploadId } from './queue/records.ts'
export * from './schema.ts'
export { createTransport, toTrailerProcessing, toVideoProcessing } from './send/transport.ts'
export { Uploader } from './send/uploader.ts'

export { fileNameOf, readBatchFile, type StopWatch, startBatch, stopBatch, watchForStop } from './acts.ts'
export { BatchFailure, piecesOf, startBatchWork } from './jobs.ts'
export { changeBatch, insertBatch, listBatches, readBatch } from './rows.ts'
export { batchesTable, type StoredBatch } from './tables.ts'

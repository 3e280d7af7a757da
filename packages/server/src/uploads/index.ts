export { encodeStoredQueue } from './complete.ts'
export { readUploadState, receiveChunk } from './receive.ts'
export { abandonUploads, discardUpload, findUpload, invalidateStoredFile } from './rows.ts'

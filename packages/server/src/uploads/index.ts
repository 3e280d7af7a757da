export { abandonUploads, forgetUpload } from './abandon.ts'
export { encodeStoredQueue } from './chunks/complete.ts'
export { readUploadState, receiveChunk } from './chunks/receive.ts'
export { findUpload, forgetStored } from './rows.ts'

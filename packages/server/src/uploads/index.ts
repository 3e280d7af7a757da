export { encodeStoredQueue } from './complete.ts'
export { readUploadState, receiveChunk } from './receive.ts'
export { abandonUploads, findUpload, forgetStored, forgetUpload } from './rows.ts'

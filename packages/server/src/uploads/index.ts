export { abandonUploads, forgetUpload } from './abandon.ts'
export { readUploadState, receiveChunk } from './chunks/receive.ts'
export { findUpload, forgetStored } from './rows.ts'

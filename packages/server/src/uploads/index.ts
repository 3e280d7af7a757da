export { abandonUploads, forgetUpload } from './abandon.ts'
export { receiveChunk } from './chunks/receive.ts'
export { findUpload } from './rows.ts'

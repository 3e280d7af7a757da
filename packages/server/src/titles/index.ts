export { encodeTrailer, encodeVideo } from './processing/processing.ts'
export { readOwner } from './write/owners.ts'

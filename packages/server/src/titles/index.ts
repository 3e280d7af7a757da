export { encodeTrailer, encodeVideo } from './processing/processing.ts'
export { createNames } from './view/names.ts'
export { readOwner } from './write/owners.ts'

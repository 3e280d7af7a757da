export { documentBytes } from './bytes.ts'
export { findDocuments } from './find.ts'
export { countMappingsOf, nameMappingsOf, removeMappingsOf } from './leaving.ts'

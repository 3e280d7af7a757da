export { findDocuments } from './find.ts'

export { readMetadata } from './handlers.ts'

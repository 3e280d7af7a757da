export { Language, Metadata, metadata } from './endpoints.ts'

export { Language, Metadata, metadata } from './endpoints.ts'
export * from './languages.ts'

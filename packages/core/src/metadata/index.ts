export { Language, Metadata, metadata } from './endpoints.ts'
export * from './languages.ts'
export { directionOf, languageName } from './languages.ts'

export { metadata } from './endpoints.ts'
export * from './languages.ts'
export * from './schema.ts'

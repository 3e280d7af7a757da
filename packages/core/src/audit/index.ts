export { audit } from './endpoints.ts'
export * from './schema.ts'
export * from './words.ts'

export { metadata } from './endpoints.ts'
export * from './schema.ts'

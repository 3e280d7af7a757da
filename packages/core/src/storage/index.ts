export { storage } from './endpoints.ts'
export * from './schema.ts'

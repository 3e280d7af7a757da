export { providers } from './endpoints.ts'
export * from './schema.ts'

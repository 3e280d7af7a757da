export { tenants } from './endpoints.ts'
export * from './schema.ts'

export { quotas } from './endpoints.ts'
export * from './schema.ts'

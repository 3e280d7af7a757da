export { accounts } from './endpoints.ts'
export * from './schema.ts'

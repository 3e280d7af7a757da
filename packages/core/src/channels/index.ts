export { channels } from './endpoints.ts'
export * from './schema.ts'

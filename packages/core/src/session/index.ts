export { session } from './endpoints.ts'
export * from './machine.ts'
export * from './schema.ts'
export * from './storage.ts'

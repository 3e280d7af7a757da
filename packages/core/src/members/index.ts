export { members } from './endpoints.ts'
export * from './schema.ts'

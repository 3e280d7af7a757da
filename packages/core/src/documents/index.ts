export * from './download.ts'
export { documents } from './endpoints.ts'
export * from './schema.ts'

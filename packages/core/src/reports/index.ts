export { reports } from './endpoints.ts'
export * from './rules.ts'
export * from './schema.ts'

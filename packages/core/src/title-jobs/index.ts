export { titleJobs } from './endpoints.ts'
export * from './rules.ts'
export * from './schema.ts'
export * from './words.ts'

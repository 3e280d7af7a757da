export { playback } from './endpoints.ts'
export * from './read.ts'
export * from './rules.ts'
export * from './schema.ts'

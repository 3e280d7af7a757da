export * from './appearance.ts'
export { site } from './endpoints.ts'
export * from './schema.ts'

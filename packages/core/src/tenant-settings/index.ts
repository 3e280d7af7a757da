export { appSettings, webSettings } from './endpoints.ts'
export * from './price.ts'
export * from './rules.ts'
export * from './schema.ts'

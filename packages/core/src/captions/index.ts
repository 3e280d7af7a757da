export { captions } from './endpoints.ts'
export * from './schema.ts'

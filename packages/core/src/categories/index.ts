export { categories } from './endpoints.ts'
export * from './schema.ts'

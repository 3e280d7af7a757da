export { favourites } from './endpoints.ts'
export * from './schema.ts'

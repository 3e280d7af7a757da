export { memberImports } from './endpoints.ts'
export * from './schema.ts'

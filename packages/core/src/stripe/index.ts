export * from './price.ts'
export * from './schema.ts'

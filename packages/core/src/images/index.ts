export { images } from './endpoints.ts'
export * from './schema.ts'
export * from './widths.ts'

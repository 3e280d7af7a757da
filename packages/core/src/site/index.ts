export * from './contrast.ts'
export { site } from './endpoints.ts'
export * from './images.ts'
export * from './schema.ts'

export { equipment, focusAreas, labels } from './endpoints.ts'
export * from './schema.ts'

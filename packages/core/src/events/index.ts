export { events } from './endpoints.ts'
export * from './rules.ts'
export * from './schema.ts'
export { createEventTransport } from './transport.ts'

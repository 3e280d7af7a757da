export { subscriptions } from './endpoints.ts'
export * from './schema.ts'

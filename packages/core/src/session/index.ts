export { session } from './endpoints.ts'
export * from './machine.ts'
export * from './schema.ts'
export {
  createSession,
  type HostToken,
  type Session,
  type SessionOptions,
  type SessionState,
  type TenantChoice,
} from './session.ts'
export * from './storage.ts'

export { toScimFailure } from './failure.ts'
export { isScim, mountScim, scimPaths } from './routes.ts'

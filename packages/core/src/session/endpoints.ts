import * as z from 'zod'
import { everyRole, Role } from '../access.ts'
import { del, get, noun, post } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Done, Id, writeOnly } from '../kernel/fields.ts'
import {
  Credentials,
  DeviceCode,
  DeviceStart,
  IdentityProviderState,
  Manifest,
  SignedIn,
  SignInState,
  SsoExchange,
  SsoStart,
  User,
} from './schema.ts'

const refreshToken = z.object({ refreshToken: z.string().min(1).max(limits.token).meta(writeOnly) })

export const session = noun('session', {
  verify: get('/api/v1/verify', {
    summary: 'Who is signed in (API-01)',
    output: z.object({ user: User }),
    allow: everyRole,
  }),
  manifest: get('/manifest.json', {
    summary: 'Name and version of the platform (API-03)',
    output: Manifest,
    allow: 'everyone',
  }),
  login: post('/identity/login', {
    summary: 'Signs in with e-mail and password (API-05)',
    input: Credentials,
    output: SignedIn,
    allow: 'everyone',
  }),
  refresh: post('/identity/refresh', {
    summary: 'A new token for a refresh token, which is replaced (API-06)',
    input: refreshToken,
    output: z.object({ token: z.string(), refreshToken: z.string() }),
    allow: 'everyone',
  }),
  logout: post('/identity/logout', {
    summary: 'Ends the session that the refresh token belongs to (API-07)',
    input: refreshToken,
    output: z.undefined(),
    allow: 'everyone',
    status: 204,
  }),
})

/** † KEY-04 */
export const sessions = noun('sessions', {
  list: get('/identity/sessions', {
    summary: '† The caller’s own sign-ins that haven’t ended, the latest first',
    output: z.object({ data: z.array(SignInState) }),
    allow: everyRole,
  }),
  remove: del('/identity/sessions/{sessionId}', {
    summary: '† Ends a sign-in of the caller’s at once, with all its tokens',
    input: z.object({ sessionId: Id }),
    output: Done,
    allow: everyRole,
  }),
})

/** † KEY-05, decision 0160 */
export const sso = noun('sso', {
  start: post('/api/v1/oidc/start', {
    summary: '† Begins a sign-in at an identity provider and answers with the address to open',
    input: SsoStart,
    output: z.object({ url: z.string() }),
    allow: 'everyone',
  }),
  exchange: post('/api/v1/oidc/exchange', {
    summary: '† Ends a sign-in at an identity provider: tokens for the code that came back, once',
    input: SsoExchange,
    output: SignedIn,
    allow: 'everyone',
  }),
  startDevice: post('/api/v1/oidc/device', {
    summary: '† Begins a sign-in by a code that is typed on another device',
    input: DeviceStart,
    output: DeviceCode,
    allow: 'everyone',
  }),
  pollDevice: post('/api/v1/oidc/device/poll', {
    summary: '† Whether the code has been typed: what is exchanged for tokens then, null until that',
    input: z.object({ deviceId: z.string().max(limits.token) }),
    output: z.object({ code: z.string().nullable(), interval: z.number() }),
    allow: 'everyone',
  }),
  logout: post('/api/v1/oidc/logout', {
    summary:
      '† Ends a session that began at an identity provider, and answers with the address that ends the one there',
    input: refreshToken,
    output: z.object({ url: z.string().nullable() }),
    allow: 'everyone',
  }),
  state: get('/api/v1/oidc/state', {
    summary: '† The identity providers that are set up, and whether each can be reached',
    output: z.object({ data: z.array(IdentityProviderState) }),
    allow: [Role.Admin],
  }),
})

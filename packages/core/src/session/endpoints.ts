import * as z from 'zod'
import { everyRole } from '../access.ts'
import { del, get, noun, post } from '../kernel/endpoint.ts'
import { Done, Id, limits, writeOnly } from '../kernel/fields.ts'
import { Credentials, Manifest, SignInState, User } from './schema.ts'

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
    output: z.object({ token: z.string(), refreshToken: z.string(), user: User }),
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

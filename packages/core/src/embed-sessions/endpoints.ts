import * as z from 'zod'
import { everyRole, Role } from '../access.ts'
import { del, get, noun, post, put } from '../kernel/endpoint.ts'
import { Done, Id } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { originList } from '../keys/schema.ts'
import { EmbedSession, EmbedSessionDraft, NewEmbedSession } from './schema.ts'

const ofTenant = { allow: [Role.Tenant, Role.Support], scope: 'tenant' } as const
const byTenant = z.object({ tenantId: Id })
const HostOrigins = z.object({ origins: originList })

/** † KEY-06, decision 0162 */
export const embedSessions = noun('embed-sessions', {
  create: post('/api/v1/embed/sessions', {
    summary: '† A session for a person of a host, no more than its key, whose token this answer alone shows',
    input: EmbedSessionDraft,
    output: NewEmbedSession,
    allow: everyRole,
    status: 201,
    isSecret: true,
  }),
  list: get('/api/v1/embed/sessions', {
    summary:
      '† The sessions that haven’t ended, the latest first: those of the key, of a person all of its side’s keys',
    input: PageInput.extend({ keyId: Id.optional() }),
    output: Paged(EmbedSession),
    allow: everyRole,
  }),
  remove: del('/api/v1/embed/sessions/{sessionId}', {
    summary: '† Ends a session at once',
    input: z.object({ sessionId: Id }),
    output: Done,
    allow: everyRole,
  }),
  origins: get('/api/v1/embed/origins/{tenantId}', {
    summary: '† The pages that may embed components for a tenant, whichever key their sessions are of',
    input: byTenant,
    output: HostOrigins,
    ...ofTenant,
  }),
  setOrigins: put('/api/v1/embed/origins/{tenantId}', {
    summary: '† Replaces them, at once',
    input: byTenant.extend(HostOrigins.shape),
    output: HostOrigins,
    ...ofTenant,
  }),
})

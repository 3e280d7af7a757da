import * as z from 'zod'
import { everyRole } from '../access.ts'
import { del, get, noun, post, put } from '../kernel/endpoint.ts'
import { Done, Id, Moment } from '../kernel/fields.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import { ApiKey, KeyDraft, NewKey, originList } from './schema.ts'

const byId = z.object({ keyId: Id })

/** † KEY-01, decision 0153 */
export const keys = noun('keys', {
  list: get('/api/v1/keys', {
    summary:
      '† The keys that were made for the caller’s tenant or provider, of administrators all; revoked ones are left out',
    input: ShortPageInput,
    output: Paged(ApiKey),
    allow: everyRole,
  }),
  view: get('/api/v1/keys/{keyId}', {
    summary: '† A key: its rights, tenants, networks, end and last use, never the key itself',
    input: byId,
    output: ApiKey,
    allow: everyRole,
  }),
  create: post('/api/v1/keys', {
    summary: '† Makes a key, which this answer alone shows',
    input: KeyDraft,
    output: NewKey,
    allow: everyRole,
    status: 201,
    isSecret: true,
  }),
  rotate: post('/api/v1/keys/{keyId}/rotate', {
    summary:
      '† A new secret for a key of one’s own; the old one ends at once, or at the moment that is named',
    input: byId.extend({
      /** Seven days ahead at most. */
      oldEndsAt: Moment.optional(),
    }),
    output: NewKey,
    allow: everyRole,
    isSecret: true,
  }),
  setOrigins: put('/api/v1/keys/{keyId}/origins', {
    summary: '† KEY-06: replaces the pages that may embed components with sessions of a key, at once',
    input: byId.extend({ origins: originList }),
    output: ApiKey,
    allow: everyRole,
  }),
  revoke: del('/api/v1/keys/{keyId}', {
    summary: '† Revokes a key at once, and for good',
    input: byId,
    output: Done,
    allow: everyRole,
  }),
})

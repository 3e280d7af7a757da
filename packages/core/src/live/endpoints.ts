import * as z from 'zod'
import { Role } from '../access.ts'
import { callsFor, noun } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { LiveState } from './schema.ts'

const { get, post } = callsFor({ allow: [Role.Tenant, Role.Support], scope: 'tenant' })

/** LIVE-05, decision 0141: what is on air. */
export const live = noun('live', {
  list: get('/api/v1/events/{tenantId}/live', {
    summary: '† The active events that are on air or open, and what comes next, in the order of their starts',
    input: z.object({ tenantId: Id.min(1) }),
    output: z.object({ data: z.array(LiveState), timeZone: z.string() }),
    isSecret: true,
  }),
  view: get('/api/v1/event/{eventId}/live', {
    summary: '† Whether an event is on air, when it is next, and who watches',
    input: z.object({ eventId: Id.min(1) }),
    output: LiveState,
    isSecret: true,
  }),
  renewKey: post('/api/v1/event/{eventId}/live/key', {
    summary:
      '† Gives a live event another stream key: the one before stops at once, and ends who sends with it',
    input: z.object({ eventId: Id.min(1) }),
    output: z.object({ eventId: Id, eventKey: z.string() }),
    isSecret: true,
  }),
})

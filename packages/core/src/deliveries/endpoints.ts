import * as z from 'zod'
import { everyRole, Role } from '../access.ts'
import { get, noun, post } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { Paged } from '../kernel/pages.ts'
import { Delivery, DeliveryFilter, DeliveryState } from './schema.ts'

/** † LIVE-09, C-139, decision 0149: what JW Player has of titles, site by site. */
export const deliveries = noun('deliveries', {
  list: get('/api/v1/delivery', {
    summary: '† How titles stand at JW Player, by site; those that failed first',
    input: DeliveryFilter,
    output: Paged(Delivery),
    allow: everyRole,
  }),
  retry: post('/api/v1/delivery/retry', {
    summary: '† Hands a title to JW Player again for one site, now',
    input: z.object({ titleTag: Id.min(1), tenantId: Id.min(1) }),
    output: Delivery,
    allow: everyRole,
  }),
  state: get('/api/v1/delivery/state', {
    summary: '† Whether this server can hand titles to JW Player, and how many stand how',
    input: z.object({}),
    output: DeliveryState,
    allow: [Role.Admin],
  }),
})

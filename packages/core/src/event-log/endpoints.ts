import * as z from 'zod'
import { everyRole } from '../access.ts'
import { binary, get, noun } from '../kernel/endpoint.ts'
import { EventLogFilter, LogEvent } from './schema.ts'

/** HOOK-01: what happened, in the order in which it did. */
export const eventLog = noun('event-log', {
  list: get('/api/v1/event-log', {
    summary:
      'What happened in the last 30 days, the oldest first; the last id is where the next call goes on (HOOK-01)',
    input: EventLogFilter.extend({
      /** How many at most. */
      limit: z.int().min(1).max(1000).default(100),
    }),
    output: z.object({
      data: z.array(LogEvent),
      /** Whether there are more behind the last one. */
      hasMore: z.boolean(),
      /** Where to go on; as it was given where nothing is new, and null where nothing happened yet. */
      next: z.string().nullable(),
    }),
    allow: everyRole,
  }),
  stream: get('/api/v1/events/stream', {
    summary:
      'Server-sent events: each as soon as it is there, from now on or behind the one that Last-Event-ID names; a comment at least every 15 seconds (HOOK-05)',
    input: EventLogFilter,
    headers: { 'last-event-id': 'after' },
    output: binary('text/event-stream'),
    allow: everyRole,
  }),
})

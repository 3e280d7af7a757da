import * as z from 'zod'
import { everyRole } from '../access.ts'
import { get, noun, post } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Id, KnownVersion } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { Title } from '../titles/schema.ts'
import { HistoryEntry, RestorableField } from './schema.ts'

/** Calls for the history of a title: who changed what, and when (†, decision 0043). */
export const titleHistory = noun('title-history', {
  list: get('/api/v1/titles/{tag}/history', {
    summary: 'What people did to a title, the newest first',
    input: PageInput.extend({ tag: Id }),
    output: Paged(HistoryEntry),
    allow: everyRole,
  }),
  restore: post('/api/v1/titles/{tag}/history/{entryId}/restore', {
    summary: 'Saves a title as it was before an act, or only the fields that are named',
    input: z.object({
      tag: Id,
      entryId: z
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER - 1),
      fields: z.array(RestorableField).min(1).max(limits.list).optional(),
      ...KnownVersion.shape,
    }),
    output: Title,
    allow: everyRole,
  }),
})

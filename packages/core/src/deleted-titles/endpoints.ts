import * as z from 'zod'
import { everyRole } from '../access.ts'
import { get, noun, post } from '../kernel/endpoint.ts'
import { Id, LimitedText } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { Title } from '../titles/schema.ts'
import { DeletedTitle } from './schema.ts'

/** Calls for deleted titles: list and restore them (†, decision 0043). */
export const deletedTitles = noun('deleted-titles', {
  list: get('/api/v1/deleted-titles', {
    summary: 'Titles that were deleted and can still be restored, the last deleted first',
    input: PageInput.extend({ query: LimitedText().optional() }),
    output: Paged(DeletedTitle),
    allow: everyRole,
  }),
  restore: post('/api/v1/deleted-titles/{tag}/restore', {
    summary: 'Restores a deleted title with all it had; one that was published comes back unpublished',
    input: z.object({ tag: Id }),
    output: Title.extend({ wasPublished: z.boolean() }),
    allow: everyRole,
  }),
})

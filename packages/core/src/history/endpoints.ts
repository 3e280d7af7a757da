import { everyRole } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { HistoryNoun, RowEntry } from './schema.ts'

/** Calls for the history of a row: who changed what, and when (†, decision 0125). */
export const rowHistory = noun('history', {
  list: get('/api/v1/history/{noun}/{row}', {
    summary: 'What people did to a row, the newest first, for whoever may read the row',
    input: PageInput.extend({
      noun: HistoryNoun,
      /** The id of the row; of a tenant’s settings that of the tenant. */
      row: Id.min(1),
      /** As for reading the row. */
      tenantId: Id.min(1).optional(),
    }),
    output: Paged(RowEntry),
    allow: everyRole,
  }),
})

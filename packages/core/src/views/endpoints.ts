import * as z from 'zod'
import { everyRole } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Done, Id, KnownVersion } from '../kernel/fields.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import { View, ViewDraft, ViewList } from './schema.ts'

const byId = z.object({ viewId: Id })

/** † decision 0121 */
export const views = noun('views', {
  list: post('/v4/portal/view/get', {
    summary: 'The caller’s own views of a list and those that are shared with it, in the caller’s order',
    input: z
      .object({
        list: ViewList,
        /** For administrators: those that this tenant shares as well (C-145). */
        tenant: Id.optional(),
      })
      .extend(ShortPageInput.shape),
    output: Paged(View),
    allow: everyRole,
  }),
  create: post('/v4/portal/view/add', {
    summary: 'Saves a view of a list',
    input: z.object({ list: ViewList }).extend(ViewDraft.shape),
    output: View,
    allow: everyRole,
    status: 201,
  }),
  update: post('/v4/portal/view/update', {
    summary: 'Changes a view; what is left out stays',
    input: byId.extend(ViewDraft.partial().shape).extend(KnownVersion.shape),
    output: View,
    allow: everyRole,
  }),
  remove: post('/v4/portal/view/delete', {
    summary: 'Deletes a view',
    input: byId,
    output: Done,
    allow: everyRole,
  }),
  reorder: post('/v4/portal/view/reorder', {
    summary: 'Puts the views of a list into an order of the caller’s own',
    input: z.object({ list: ViewList, viewIds: z.array(Id).max(limits.filter) }),
    output: Done,
    allow: everyRole,
  }),
})

import * as z from 'zod'
import { everyRole } from '../access.ts'
import { Category } from '../categories/schema.ts'
import { Channel } from '../channels/schema.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { Provider } from '../providers/schema.ts'
import { Equipment, FocusArea, Label } from '../taxonomies/schema.ts'

export const Language = z.object({ ietfTag: z.string(), name: z.string() })

const unversioned = { version: true } as const

/** B-3: what a title's form chooses from. Every entry carries `id` and `name` beside its own fields. */
export const Metadata = z.object({
  categories: z.array(Category.extend({ id: z.string(), displayName: z.string() })),
  channels: z.array(Channel.extend({ id: z.string() })),
  equipments: z.array(Equipment.omit(unversioned).extend({ id: z.string(), displayName: z.string() })),
  focusAreas: z.array(FocusArea.omit(unversioned).extend({ id: z.string(), displayName: z.string() })),
  labels: z.array(Label.omit(unversioned).extend({ id: z.string(), displayName: z.string() })),
  languages: z.array(Language.extend({ id: z.string() })),
  providers: z.array(Provider.extend({ id: z.string() })),
})
export type Metadata = z.infer<typeof Metadata>

export const metadata = noun('metadata', {
  view: get('/api/v1/metadata', {
    summary: 'Everything a title’s form chooses from; customer support sends the tenant (API-02)',
    input: z.object({ tenantId: Id.optional() }),
    output: Metadata,
    allow: everyRole,
    headers: { tenantId: 'tenantId' },
  }),
  languages: get('/api/v1/languages', {
    summary: 'The 28 content languages (API-04)',
    output: z.array(Language),
    allow: everyRole,
  }),
})

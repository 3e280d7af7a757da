import * as z from 'zod'
import { Category } from '../categories/schema.ts'
import { Channel } from '../channels/schema.ts'
import { Provider } from '../providers/schema.ts'
import { Equipment, FocusArea, Label } from '../taxonomies/schema.ts'

export const Language = z.object({ ietfTag: z.string(), name: z.string() })

const unversioned = { version: true } as const

/** B-3: what a title's form chooses from. Every entry carries `id` and `name` beside its own fields. */
export const Metadata = z.object({
  categories: z.array(Category.omit(unversioned).extend({ id: z.string(), displayName: z.string() })),
  channels: z.array(Channel.extend({ id: z.string() })),
  equipments: z.array(Equipment.omit(unversioned).extend({ id: z.string(), displayName: z.string() })),
  focusAreas: z.array(FocusArea.omit(unversioned).extend({ id: z.string(), displayName: z.string() })),
  labels: z.array(Label.omit(unversioned).extend({ id: z.string(), displayName: z.string() })),
  languages: z.array(Language.extend({ id: z.string() })),
  providers: z.array(Provider.extend({ id: z.string() })),
  /** ROLE-15, C-55 (†): whether the caller may format a title's description. */
  isRichTextAllowed: z.boolean(),
})
export type Metadata = z.infer<typeof Metadata>

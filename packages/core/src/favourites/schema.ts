import * as z from 'zod'
import { Id } from '../kernel/fields.ts'

/** FAV-01, B-24 */
export const FavouriteAction = z.enum(['add', 'remove'])
export type FavouriteAction = z.infer<typeof FavouriteAction>

/** FAV-01, B-24: a title that a tenant has, or no longer has, among its favourites. */
export const FavouriteChange = z.object({
  tenantId: Id.meta({ wire: 'TenantId' }),
  /** The tag of the title. */
  contentId: Id.meta({ wire: 'ContentId' }),
  action: FavouriteAction.meta({ wire: 'Action' }),
})
export type FavouriteChange = z.infer<typeof FavouriteChange>

/** FAV-01: a favourite, with what a list shows of its title (†). */
export const Favourite = FavouriteChange.extend({
  action: z.literal('add').meta({ wire: 'Action' }),
  className: z.string(),
  classLanguageCode: z.string().nullable(),
  channelName: z.string(),
  provider: z.string(),
  imageLink: z.string().nullable(),
  durationSecond: z.int(),
  /** Whether the tenant owns the title, and so may open and change it. */
  isOwn: z.boolean(),
  addedDate: z.string(),
})
export type Favourite = z.infer<typeof Favourite>

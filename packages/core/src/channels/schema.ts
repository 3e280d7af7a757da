import * as z from 'zod'

/** CHAN-02, C-44 */
export const Availability = z.object({ inClub: z.boolean(), appAndweb: z.boolean(), hotel: z.boolean() })
export type Availability = z.infer<typeof Availability>

/** CHAN-01, B-14 */
export const Channel = z.object({
  tag: z.string(),
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  Availability,
  active: z.boolean(),
  tenants: z.array(z.string()),
  mediaSpaceImageUrl: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
})
export type Channel = z.infer<typeof Channel>

/** CHAN-14, C-44: a channel that is only shown in clubs; publishing to it is answered with 601. */
export const isClubOnly = (availability: Availability): boolean =>
  availability.inClub && !availability.appAndweb && !availability.hotel

import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { AtLeast1, Id, LimitedText, onOneLine, Version } from '../kernel/fields.ts'
import type { MessageKey } from '../messages/en.ts'
import { ChannelKindName, channelKinds } from '../tenants/schema.ts'

/** CHAN-02, C-44 */
export const Availability = z.object({ inClub: z.boolean(), appAndweb: z.boolean(), hotel: z.boolean() })
export type Availability = z.infer<typeof Availability>

/** CHAN-02, CONST-19, C-44: the flags as values of a choice, such as the command line’s. */
export const availabilityValues = { inClub: 0, appAndweb: 1, hotel: 2 } as const satisfies Record<
  keyof Availability,
  number
>
export const availabilityFlags = Object.keys(availabilityValues) as (keyof Availability)[]

/** CHAN-01, B-14 */
export const Channel = z.object({
  tag: z.string(),
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  Availability,
  /** CHAN-18, C-141: the products of a site in which its titles appear. */
  kinds: z.array(ChannelKindName),
  active: z.boolean(),
  tenants: z.array(z.string()),
  mediaSpaceImageUrl: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
})
export type Channel = z.infer<typeof Channel>

/** The same as its form holds it. */
export const ChannelRecord = Channel.extend({
  /** The provider's name; `Provider` is what the API calls it (B-14). */
  Provider: z.string(),
  version: Version,
})
export type ChannelRecord = z.infer<typeof ChannelRecord>

/** C-136: a title that a channel holds, as the channel’s owner sees it. */
export const ChannelTitle = z.object({
  tag: z.string(),
  className: z.string(),
  providerId: z.string().nullable(),
  provider: z.string(),
  status: z.int(),
  /** Sites that show it. */
  sites: z.int().nonnegative(),
  /** It belongs to another provider than the channel: it can’t be published until that is mended. */
  isForeign: z.boolean(),
})
export type ChannelTitle = z.infer<typeof ChannelTitle>

const tooLong = 'validation.tooLong' satisfies MessageKey
const Image = z.string().max(limits.url, tooLong).nullable()

/** What a person sets on a channel (B-14). */
export const ChannelDraft = z.object({
  name: AtLeast1.superRefine(onOneLine),
  providerId: Id.min(1, 'required.provider' satisfies MessageKey),
  displayName: LimitedText().superRefine(onOneLine),
  description: LimitedText(limits.description),
  Availability,
  /** CHAN-18, C-141: at least one; all of them unless somebody chooses. */
  kinds: z
    .array(ChannelKindName)
    .min(1, 'channel.noKind' satisfies MessageKey)
    .max(2 * channelKinds.length)
    .overwrite(given => channelKinds.filter(kind => given.includes(kind))),
  active: z.boolean(),
  mediaSpaceImageUrl: Image,
  profileImageUrl: Image,
})
export type ChannelDraft = z.infer<typeof ChannelDraft>
/** A new one. */
export const newChannel: ChannelDraft = {
  name: '',
  providerId: '',
  displayName: '',
  description: '',
  Availability: { inClub: false, appAndweb: true, hotel: false },
  kinds: [...channelKinds],
  active: false,
  mediaSpaceImageUrl: null,
  profileImageUrl: null,
}

/** What an availability is where nothing says so. */
export const nowhere: Availability = { inClub: false, appAndweb: false, hotel: false }

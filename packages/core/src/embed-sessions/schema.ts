import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { Id, onOneLine, RequiredText } from '../kernel/fields.ts'
import { rightNames } from '../keys/rights.ts'
import { originList } from '../keys/schema.ts'
import { EmbedGrant } from '../session/schema.ts'
import { componentNames, type EmbedFeature } from './rules.ts'

/** Seconds that an embed session lasts unless it says otherwise. */
export const EMBED_SECONDS = 900
const EMBED_SECONDS_MIN = 60
/** A day: what lasts longer is asked for anew. */
export const EMBED_SECONDS_MAX = 86_400

const RightName = z.enum(rightNames)
const isOn = z.boolean().optional()

/** KEY-06: a person of the host, by the id that it has there. */
export const ExternalUser = z.object({
  id: RequiredText('validation.required', limits.externalId).superRefine(onOneLine),
  name: RequiredText().superRefine(onOneLine),
})
export type ExternalUser = z.infer<typeof ExternalUser>

const Ids = z.array(Id).min(1, 'embed.titles').max(limits.list)

/** KEY-06: which titles a session is for: those that each of the fields which are given lets in. */
export const EmbedTitles = z.object({
  tags: Ids.optional(),
  channelIds: Ids.optional(),
  categoryIds: Ids.optional(),
  /** Only those that this person made in sessions of this key. */
  own: z.literal(true).optional(),
})
export type EmbedTitles = z.infer<typeof EmbedTitles>

/** What is allowed beside the rights; what is left out is. */
export const EmbedFeatures = z.object({
  create: isOn,
  edit: isOn,
  upload: isOn,
  delete: isOn,
  publish: isOn,
  play: isOn,
  download: isOn,
} satisfies Record<EmbedFeature, typeof isOn>)

/** For whom the session acts: one of the two. */
const ActsAs = z.object({ tenantId: Id.optional(), providerId: Id.optional() })

export const EmbedSessionDraft = z.object({
  /** Of a person: one of the keys that it made. A key makes sessions of itself. */
  keyId: Id.optional(),
  actsAs: ActsAs.optional(),
  user: ExternalUser,
  rights: z.array(RightName).max(rightNames.length).optional(),
  components: z.array(z.enum(componentNames)).max(componentNames.length).optional(),
  titles: EmbedTitles.refine(titles => Object.values(titles).some(Boolean), 'embed.titles').optional(),
  /** Pages that it may be used on; those of the key and the tenant unless given. */
  origins: originList.optional(),
  features: EmbedFeatures.optional(),
  /** Seconds. */
  lifetime: z
    .int()
    .min(EMBED_SECONDS_MIN, 'embed.lifetime')
    .max(EMBED_SECONDS_MAX, 'embed.lifetime')
    .default(EMBED_SECONDS),
})
export type EmbedSessionDraft = z.input<typeof EmbedSessionDraft>

/** A session as its key’s side sees it. */
export const EmbedSession = z.object({
  ...EmbedGrant.shape,
  rights: z.array(RightName),
  features: EmbedFeatures,
  titles: EmbedTitles.nullable(),
  keyId: Id,
  keyName: z.string(),
  tenantId: Id.nullable(),
  providerId: Id.nullable(),
  madeAt: z.string(),
})
export type EmbedSession = z.infer<typeof EmbedSession>

/** A session that was just made, with its token for `getToken`: it is shown once. */
export const NewEmbedSession = z.object({ ...EmbedSession.shape, token: z.string() })
export type NewEmbedSession = z.infer<typeof NewEmbedSession>

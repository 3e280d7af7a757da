import * as z from 'zod'
import { CategoryDraft, SubCategoryDraft } from '../categories/schema.ts'
import { ChannelDraft } from '../channels/schema.ts'
import { limits } from '../kernel/field-rules.ts'
import { Id, IetfTag, LimitedText } from '../kernel/fields.ts'
import { ProviderAccount, ProviderDraft } from '../providers/schema.ts'
import {
  AppDraft,
  appStores,
  CustomDraft,
  GeneralDraft,
  SocialDraft,
  socialNetworks,
  WebDraft,
} from '../site/schema.ts'
import { TaxonomyDraft } from '../taxonomies/schema.ts'
import { AppSettingsDraft, WebSettingsDraft } from '../tenant-settings/schema.ts'
import { TenantDraft, TenantId } from '../tenants/schema.ts'
import { TermsDraft } from '../terms/schema.ts'

/** Where a secret comes from; itself it never stands in a file. */
export const SecretReference = z.union(
  [
    z
      .strictObject({
        env: z
          .string()
          .regex(/^[A-Za-z_]\w*$/)
          .max(limits.text),
      })
      .meta({ description: 'The environment variable that holds it.' }),
    z.strictObject({ prompt: z.literal(true) }).meta({ description: 'It is asked for on the terminal.' }),
  ],
  'tenantFile.secret',
)
export type SecretReference = z.infer<typeof SecretReference>

/** A secret that may be removed. */
const Secret = SecretReference.nullable().optional().meta({ description: 'null removes it (C-124).' })
/** A password, which can be replaced and not removed. */
const Password = SecretReference.optional()
/** CONST-19 by name. */
const Platform = z.enum(['platform', 'jwplayer']).optional().meta({ description: 'Who plays the videos.' })
/** A path from the folder of the file. */
const Path = (description: string) => z.string().min(1).max(limits.url).meta({ description })
/** SITE-04 */
const Picture = Path('A picture: its path from the folder of this file, or the address of a stored one.')
const OptionalPicture = Picture.nullable().optional()

/** A text in one language, or by IETF tag; `default` is the one for languages without a text of their own. */
export const Texts = (max: number) => {
  const text = LimitedText(max)
  return z.union([text, z.record(IetfTag, text)]).meta({
    description: 'A text, or texts by language: { default: …, de-DE: … }. A blank one is removed.',
  })
}
export type Texts = string | Record<string, string>
/** Of a row that may be found by its id. */
const known = {
  id: Id.min(1).optional().meta({ description: 'Found by it rather than by name: to rename.' }),
}

const { password: _, jwPlayerSecret: __, timeZoneInfo, mediaPlatform: ___, ...general } = TenantDraft.shape
const { secretKey: _k, webHookKey: _h, siteSourceType: _s, ...web } = WebSettingsDraft.shape
const { sharedSecret: _a, ...app } = AppSettingsDraft.shape
const { jwPlayerSecret: _j, name: providerName, mediaPlatform: _m, ...provider } = ProviderDraft.shape
const { name: channelName, providerId: _p, Availability, ...channel } = ChannelDraft.shape
const { isPromoted } = SubCategoryDraft.shape
const { primaryColor, secondaryColor, accentColor } = WebDraft.shape
const partial = <S extends z.ZodRawShape>(shape: S) => z.object(shape).partial().shape

const colours = partial({ primaryColor, secondaryColor, accentColor })

const Taxonomy = z.strictObject({
  ...known,
  name: Texts(limits.text),
  ...partial({ isActive: TaxonomyDraft.shape.isActive }),
})

const MobileTheme = z.strictObject({
  logoUrl: OptionalPicture,
  splashUrl: OptionalPicture,
  appIconUrl: OptionalPicture,
  ...colours,
})

/** TENANT-33: a tenant as a file has it. What is left out stays as it is. */
export const TenantFile = z.strictObject({
  id: TenantId.optional().meta({ description: 'Made of the name where it is left out (TENANT-02).' }),
  general: z
    .strictObject({
      ...partial(general),
      timeZone: timeZoneInfo.shape.offsetName.optional().meta({ description: 'IANA zone: Europe/Berlin' }),
      mediaPlatform: Platform,
      password: Password,
      jwPlayerSecret: Secret,
    })
    .optional()
    .meta({ description: 'General settings (B-10).' }),
  web: z
    .strictObject({ ...partial(web), secretKey: Secret, webHookKey: Secret })
    .optional()
    .meta({ description: 'Web/Mobile settings (B-11).' }),
  app: z
    .strictObject({ ...partial(app), sharedSecret: Secret })
    .optional()
    .meta({ description: 'Mobile App settings (B-12).' }),
  site: z
    .strictObject({
      general: z.strictObject(partial(GeneralDraft.shape)),
      web: z
        .strictObject({ logoUrl: Picture, faviconUrl: Picture, homeImageUrl: Picture, ...colours })
        .partial(),
      mobile: z.strictObject({ light: MobileTheme, dark: MobileTheme }).partial(),
    })
    .partial()
    .optional()
    .meta({ description: 'The looks of the site (B-20).' }),
  links: z
    .strictObject({
      social: z.strictObject(
        partial(byName(socialNetworks, z.strictObject(partial(withoutType(SocialDraft.shape))))),
      ),
      app: z.strictObject(partial(byName(appStores, z.strictObject(partial(withoutType(AppDraft.shape)))))),
      custom: z.array(z.strictObject({ ...known, ...partial(CustomDraft.shape) })).max(limits.list),
    })
    .partial()
    .optional()
    .meta({ description: 'Links of the site (B-21); custom ones in their order.' }),
  categories: z
    .array(
      z.strictObject({
        ...known,
        name: Texts(limits.text),
        description: Texts(limits.description).optional(),
        ...partial({ isPromoted: CategoryDraft.shape.isPromoted }),
        imageLink: OptionalPicture,
        bannerImageLink: OptionalPicture,
        subCategories: z
          .array(z.strictObject({ ...known, name: Texts(limits.text), ...partial({ isPromoted }) }))
          .max(limits.list)
          .optional(),
      }),
    )
    .max(limits.filter)
    .optional()
    .meta({ description: 'Categories of the tenant, in their order.' }),
  labels: taxonomy('Labels of the tenant.'),
  focusAreas: taxonomy('Focus areas of the tenant.'),
  equipment: taxonomy('Equipment of the tenant.'),
  terms: z
    .strictObject({
      title: TermsDraft.shape.title,
      files: z.record(IetfTag, Path('An .html file: its path from the folder of this file.')),
    })
    .optional()
    .meta({ description: 'A new version of the terms where the newest one says something else.' }),
  providers: z
    .array(
      z.strictObject({
        name: providerName,
        ...partial(provider),
        ...partial({ email: ProviderAccount.shape.email }),
        mediaPlatform: Platform,
        password: Password,
        jwPlayerSecret: Secret,
      }),
    )
    .max(limits.list)
    .optional()
    .meta({ description: 'Providers that there must be, by name.' }),
  channels: z
    .array(
      z.strictObject({
        name: channelName,
        provider: z.string().min(1).max(limits.text).meta({ description: 'Name or tag of its provider.' }),
        ...partial(channel),
        Availability: z.strictObject(partial(Availability.shape)).optional(),
        mediaSpaceImageUrl: OptionalPicture,
        profileImageUrl: OptionalPicture,
      }),
    )
    .max(limits.list)
    .optional()
    .meta({ description: 'Channels that there must be, by name and provider.' }),
  publishing: z
    .array(z.string().min(1).max(limits.text))
    .max(limits.list)
    .optional()
    .meta({ description: 'Names or tags of the channels that are published to the tenant.' }),
})
export type TenantFile = z.infer<typeof TenantFile>

/** The parts of a file, in the order in which they are carried out. */
export const tenantSections = [
  ...(['general', 'web', 'app', 'site', 'links', 'categories', 'labels', 'focusAreas'] as const),
  ...(['equipment', 'terms', 'providers', 'channels', 'publishing'] as const),
]
export type TenantSection = (typeof tenantSections)[number]

function taxonomy(description: string) {
  return z.array(Taxonomy).max(limits.filter).optional().meta({ description })
}

function byName<N extends string, S extends z.ZodType>(names: readonly N[], schema: S): Record<N, S> {
  return Object.fromEntries(names.map(name => [name, schema])) as Record<N, S>
}

function withoutType<S extends { configurationSubType: z.ZodType }>({
  configurationSubType: _type,
  ...rest
}: S) {
  return rest
}

import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import {
  Email,
  Id,
  KnownVersion,
  LimitedText,
  onOneLine,
  RequiredText,
  Url,
  Version,
} from '../kernel/fields.ts'

/** SITE-05, C-105: the kinds of links have numbers as well. */
export const linkTypes = { social: 1, app: 2, custom: 3 } as const

/** SITE-01, C-105 */
export const configurationTypes = ['general', 'web', 'mobile', 'social', 'app', 'custom'] as const
export type ConfigurationType = (typeof configurationTypes)[number]
export const AnyConfigurationType = z.union([z.enum(configurationTypes), z.literal([1, 2, 3])])

/** The name of a type that may be given by its number. */
export const toConfigurationType = (given: ConfigurationType | 1 | 2 | 3): ConfigurationType =>
  typeof given === 'string' ? given : (['social', 'app', 'custom'] as const)[given - 1]!

/** SITE-07; `Twitter` is shown as "X". */
export const socialNetworks = ['Facebook', 'Twitter', 'Instagram'] as const
export const appStores = ['Apple', 'Android'] as const

/** SITE-15 */
export const siteThemes = ['light', 'dark'] as const
export type SiteTheme = (typeof siteThemes)[number]

/** SITE-14: `#` and six digits. */
const Colour = z
  .string('site.colour')
  .max(7, 'site.colour')
  .regex(/^#[\da-fA-F]{6}$/, 'site.colour')
/** The address of a stored image (SITE-04). */
const Image = (
  required:
    | 'required.logo'
    | 'required.favicon'
    | 'required.homeImage'
    | 'required.splash'
    | 'required.appIcon',
) => RequiredText(required, limits.url)

const colours = { primaryColor: Colour, secondaryColor: Colour, accentColor: Colour }

/** SITE-03: the title and where members write to. */
export const GeneralDraft = z.object({ appTitle: RequiredText().superRefine(onOneLine), contactEmail: Email })
/** SITE-03, SITE-04: what the web site looks like. */
export const WebDraft = z.object({
  logoUrl: Image('required.logo'),
  faviconUrl: Image('required.favicon'),
  homeImageUrl: Image('required.homeImage'),
  ...colours,
})
const LightDraft = z.object({
  logoUrl: Image('required.logo'),
  splashUrl: Image('required.splash'),
  appIconUrl: Image('required.appIcon'),
  ...colours,
})
const sameAsLight = z.string().max(limits.url).nullable()
/** SITE-02; in the dark a picture that is left out is that of the light theme. */
export const MobileDraft = z.object({
  light: LightDraft,
  dark: z.object({ logoUrl: sameAsLight, splashUrl: sameAsLight, appIconUrl: sameAsLight, ...colours }),
})
export type GeneralDraft = z.infer<typeof GeneralDraft>
export type WebDraft = z.infer<typeof WebDraft>
export type MobileDraft = z.infer<typeof MobileDraft>

/** SITE-08: a page, shown or not. */
export const SocialDraft = z.object({
  configurationSubType: z.enum(socialNetworks),
  httpLink: Url,
  status: z.boolean(),
})
/** SITE-09 */
export const AppDraft = z.object({ configurationSubType: z.enum(appStores), httpLink: Url })
/** SITE-10 */
export const CustomDraft = z.object({
  httpLink: Url,
  linkText: RequiredText('required.linkText').superRefine(onOneLine),
  linkHoverText: LimitedText().superRefine(onOneLine),
  status: z.boolean(),
})
export type CustomDraft = z.infer<typeof CustomDraft>
/** A new one. */
export const newCustomLink: CustomDraft = { httpLink: '', linkText: '', linkHoverText: '', status: true }

const colourless = { primaryColor: '', secondaryColor: '', accentColor: '' }
/** What a form starts with before anything is stored. */
export const newSite = {
  general: { appTitle: '', contactEmail: '' },
  web: { logoUrl: null, faviconUrl: null, homeImageUrl: null, ...colourless },
  mobile: {
    light: { logoUrl: null, splashUrl: null, appIconUrl: null, ...colourless },
    dark: { logoUrl: null, splashUrl: null, appIconUrl: null, ...colourless },
  },
} as const

/** What people set, by type. */
export const siteDrafts = {
  general: GeneralDraft,
  web: WebDraft,
  mobile: MobileDraft,
  social: SocialDraft,
  app: AppDraft,
  custom: CustomDraft,
} as const

/** The same as answers hold it: texts are given as they are stored. */
export const siteAnswers = {
  ...siteDrafts,
  general: GeneralDraft.extend({ appTitle: z.string() }),
  custom: CustomDraft.extend({ linkText: z.string(), linkHoverText: z.string() }),
} as const

const stored = { tag: Id, tenantId: Id, version: Version }

/** B-20, B-21: one configuration, as it is stored. */
export const SiteConfiguration = z.discriminatedUnion('configurationType', [
  z.object({ ...stored, configurationType: z.literal('general'), ...siteAnswers.general.shape }),
  z.object({ ...stored, configurationType: z.literal('web'), ...siteAnswers.web.shape }),
  z.object({ ...stored, configurationType: z.literal('mobile'), ...siteAnswers.mobile.shape }),
  z.object({ ...stored, configurationType: z.literal('social'), ...siteAnswers.social.shape }),
  z.object({ ...stored, configurationType: z.literal('app'), ...siteAnswers.app.shape }),
  z.object({ ...stored, configurationType: z.literal('custom'), ...siteAnswers.custom.shape }),
])
export type SiteConfiguration = z.infer<typeof SiteConfiguration>
export type SiteOf<T extends ConfigurationType> = Extract<SiteConfiguration, { configurationType: T }>

const sent = { tenantId: Id, ...KnownVersion.shape }
const byTag = { ...sent, tag: Id.optional() }

/**
 * API-141: a configuration as it is sent, whole. The first three, a network and a store are there once for a tenant; a custom
 * link without a tag is a new one.
 */
export const SiteInput = z.discriminatedUnion('configurationType', [
  z.object({ ...sent, configurationType: z.literal('general'), ...GeneralDraft.shape }),
  z.object({ ...sent, configurationType: z.literal('web'), ...WebDraft.shape }),
  z.object({ ...sent, configurationType: z.literal('mobile'), ...MobileDraft.shape }),
  z.object({ ...sent, configurationType: z.literal(['social', linkTypes.social]), ...SocialDraft.shape }),
  z.object({ ...sent, configurationType: z.literal(['app', linkTypes.app]), ...AppDraft.shape }),
  z.object({ ...byTag, configurationType: z.literal(['custom', linkTypes.custom]), ...CustomDraft.shape }),
])
export type SiteInput = z.infer<typeof SiteInput>

/** What is stored of a configuration beside its type. */
export type SiteSettings = z.infer<(typeof siteDrafts)[ConfigurationType]>

import { KinoraError, type Limits, MEGABYTE } from '@kinora/core'
import * as z from 'zod'
import { isNetwork } from './networks.ts'

/** Everything that can be set from outside, checked. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** PostgreSQL; without it PGlite in the data folder. */
  databaseUrl?: string
  /** Of the demo accounts of a first start. */
  demoPassword?: string
  /** Processes the demo's clips after a start, which takes two cores for a minute. */
  demoClips: boolean
  /** Signs tokens and links; without it one is made once and kept in the data folder. */
  secret?: string
  /** Encrypts customers’ keys in the database; without it one is made once and kept in the data folder. */
  secretKey?: string
  /** Seconds. */
  accessTokenLifetime: number
  refreshTokenLifetime: number
  playbackLifetime: number
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Where Stripe is asked instead of at its own address (C-135). */
  stripeUrl?: string
  /** Own networks that the check of a site's address may reach (C-134). */
  urlCheckNetworks: readonly string[]
  /** Origins whose pages may call the API. */
  origins: readonly string[]
  /** Addresses and networks of proxies that are believed what they say of their clients. */
  trustedProxies: readonly string[]
  /** Opens `/metrics`, which isn't there without it. */
  metricsToken?: string
  /** The built portal. */
  portalDir?: string
  /** Path of an ffmpeg that is not on the PATH. */
  ffmpeg?: string
  /** Folder of the media for bulk uploads; without it one in the data folder. */
  fileStore?: string
  /** Mail server; without it mails are put into the folder `outbox` of the data folder. */
  smtpUrl?: string
  /** Sender of mails. */
  mailFrom: string
  productName: string
  /** Help centre of the platform's people (NAV-70). */
  helpUrl: string | undefined
  /** Browsers are signed out once, after their first sign-in (AUTH-12). */
  forcedSignOut: boolean
  /** What each tenant, and each provider without one, may have. */
  quotas: Limits
  /** A first start seeds one administrator and no demo. */
  empty: boolean
}

const wholeNumber = (min: number, max: number, standard: number) => limit(min, max).default(standard)

const limit = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { message: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine(value => value >= min && value <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    })

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text
const isPostgres = (text: string): boolean =>
  URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

const isSmtp = (text: string): boolean =>
  URL.canParse(text) && ['smtp:', 'smtps:'].includes(new URL(text).protocol)

const Environment = z.object({
  PORT: wholeNumber(0, 65_535, 4700),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { message: 'must be a host name or an address' })
    .default('127.0.0.1'),
  KINORA_DATA_DIR: z.string().default('.kinora'),
  DATABASE_URL: z
    .string()
    .refine(isPostgres, { message: 'must be an address like postgres://user@host/database' })
    .optional(),
  KINORA_DEMO_PASSWORD: z.string().min(8, { message: 'must have at least 8 characters' }).optional(),
  KINORA_DEMO_CLIPS: z.enum(['on', 'off'], { message: 'must be on or off' }).default('on'),
  KINORA_SECRET: z.string().min(32, { message: 'must have at least 32 characters' }).optional(),
  KINORA_SECRET_KEY: z.string().min(32, { message: 'must have at least 32 characters' }).optional(),
  KINORA_ACCESS_TOKEN_SECONDS: wholeNumber(5, 86_400, 900),
  KINORA_REFRESH_TOKEN_SECONDS: wholeNumber(60, 31_536_000, 2_592_000),
  KINORA_PLAYBACK_SECONDS: wholeNumber(60, 604_800, 14_400),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      message: 'must be one of: debug, info, warn, error, silent',
    })
    .default('warn'),
  KINORA_ORIGINS: z
    .string()
    .transform(text => text.split(',').map(origin => origin.trim()))
    .refine(origins => origins.every(isOrigin), {
      message: 'must be origins like https://studio.example, with commas between',
    })
    .default([]),
  KINORA_TRUSTED_PROXIES: z
    .string()
    .transform(text => text.split(',').map(network => network.trim()))
    .refine(networks => networks.every(isNetwork), {
      message: 'must be addresses or networks like 10.0.0.0/8, with commas between',
    })
    .default([]),
  KINORA_STRIPE_URL: z
    .string()
    .refine(isWebAddress, { message: 'must be an address like https://stripe.example' })
    .optional(),
  KINORA_URL_CHECK_NETWORKS: z
    .string()
    .transform(text => text.split(',').map(network => network.trim()))
    .refine(networks => networks.every(isNetwork), {
      message: 'must be addresses or networks like 10.0.0.0/8, with commas between',
    })
    .default([]),
  KINORA_METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, {
      message: 'must have at least 16 letters, digits or signs of . ~ + / = _ -',
    })
    .optional(),
  KINORA_PORTAL_DIR: z.string().optional(),
  KINORA_FFMPEG: z.string().optional(),
  KINORA_FILE_STORE: z.string().optional(),
  KINORA_SMTP_URL: z
    .string()
    .refine(isSmtp, { message: 'must be an address like smtps://name:password@mail.example:465' })
    .optional(),
  KINORA_MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, {
      message: 'must be an e-mail address, or a name with one in angle brackets',
    })
    .default('Kinora <no-reply@kinora.invalid>'),
  KINORA_FORCED_SIGN_OUT: z.enum(['on', 'off'], { message: 'must be on or off' }).default('on'),
  KINORA_QUOTA_MB: limit(1, 1_000_000_000).optional(),
  KINORA_QUOTA_TITLES: limit(1, 1_000_000_000).optional(),
  KINORA_QUOTA_UPLOADS: wholeNumber(1, 1_000_000, 1000),
  KINORA_QUOTA_IMAGES: wholeNumber(1, 1_000_000, 20_000),
  KINORA_HELP_URL: z
    .string()
    .refine(isWebAddress, { message: 'must be an address like https://help.example' })
    .optional(),
  KINORA_PRODUCT_NAME: z.string().max(100, { message: 'must have at most 100 characters' }).default('Kinora'),
})

function toQuotas({
  KINORA_QUOTA_MB: megabytes,
  KINORA_QUOTA_TITLES: titles,
  KINORA_QUOTA_UPLOADS: openUploads,
  KINORA_QUOTA_IMAGES: images,
}: z.infer<typeof Environment>): Limits {
  const bytes = megabytes === undefined ? null : megabytes * MEGABYTE
  return { titles: titles ?? null, bytes, openUploads, images }
}

/** The environment as a configuration. A bad value throws `invalid` with a sentence that names every one. An empty value counts as not set. */
export function readConfig(
  environment: Record<string, string | undefined>,
  flags: { empty?: boolean } = {},
): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  const result = Environment.safeParse(Object.fromEntries(given))
  if (!result.success) throw refusal(result.error)
  const { data } = result
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.KINORA_DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    demoPassword: data.KINORA_DEMO_PASSWORD,
    demoClips: data.KINORA_DEMO_CLIPS === 'on',
    secret: data.KINORA_SECRET,
    secretKey: data.KINORA_SECRET_KEY,
    accessTokenLifetime: data.KINORA_ACCESS_TOKEN_SECONDS,
    refreshTokenLifetime: data.KINORA_REFRESH_TOKEN_SECONDS,
    playbackLifetime: data.KINORA_PLAYBACK_SECONDS,
    logLevel: data.LOG_LEVEL,
    stripeUrl: data.KINORA_STRIPE_URL,
    urlCheckNetworks: data.KINORA_URL_CHECK_NETWORKS,
    origins: data.KINORA_ORIGINS,
    trustedProxies: data.KINORA_TRUSTED_PROXIES,
    metricsToken: data.KINORA_METRICS_TOKEN,
    portalDir: data.KINORA_PORTAL_DIR,
    ffmpeg: data.KINORA_FFMPEG,
    fileStore: data.KINORA_FILE_STORE,
    smtpUrl: data.KINORA_SMTP_URL,
    mailFrom: data.KINORA_MAIL_FROM,
    productName: data.KINORA_PRODUCT_NAME,
    helpUrl: data.KINORA_HELP_URL,
    forcedSignOut: data.KINORA_FORCED_SIGN_OUT === 'on',
    quotas: toQuotas(data),
    empty: flags.empty ?? false,
  }
}

function refusal(error: z.ZodError): KinoraError {
  const lines = error.issues.map(issue => `${issue.path.join('.')} ${issue.message}.`)
  return new KinoraError('invalid', { detail: lines.join('\n') })
}

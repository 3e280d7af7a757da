import { isKinoraError, KinoraError, MEGABYTE } from '@kinora/core'
import * as z from 'zod'
import { filesVariables, toFileStorePlace, toPlace } from './blobs-s3/settings.ts'
import type { StorePlace } from './blobs-s3/store.ts'
import { isNetwork } from './networks.ts'
import { oidcVariables, toSettings } from './oidc/settings.ts'

const wholeNumber = (min: number, max: number, standard: number) => limit(min, max).default(standard)

const limit = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { message: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine(value => value >= min && value <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    })

const isOn = (standard: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { message: 'must be on or off' })
    .default(standard)
    .transform(word => word === 'on')

const address = (protocols: readonly string[], example: string) =>
  z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1)), {
    message: `must be an address like ${example}`,
  })

/** Texts with commas between, every one of them as it must be. */
const list = (isGood: (text: string) => boolean, message: string) =>
  z
    .string()
    .transform(text => text.split(',').map(part => part.trim()))
    .refine(parts => parts.every(isGood), { message })
    .default([])

const networks = list(isNetwork, 'must be addresses or networks like 10.0.0.0/8, with commas between')

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

const isPlainAddress = (text: string): boolean => {
  const { protocol, search, hash, username, password } = URL.parse(text) ?? {}
  const isBare = [search, hash, username, password].every(part => part === '')
  return /^https?:$/.test(protocol ?? '') && isBare
}

const variables = z.object({
  KINORA_ROLE: z.enum(['web', 'worker', 'all'], { message: 'must be web, worker or all' }).default('all'),
  KINORA_ENCODERS: wholeNumber(1, 64, 2),
  KINORA_ENCODER_NICENESS: wholeNumber(0, 19, 10),
  KINORA_DRAIN_SECONDS: limit(0, 600).optional(),
  PORT: wholeNumber(0, 65_535, 4700),
  KINORA_RTMP_PORT: z
    .union([z.literal('off'), limit(0, 65_535)], {
      message: 'must be a port from 0 to 65535, or off',
    })
    .optional(),
  KINORA_RTMP_URL: address(['rtmp', 'rtmps'], 'rtmps://live.kinora.example/live').optional(),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { message: 'must be a host name or an address' })
    .default('127.0.0.1'),
  KINORA_DATA_DIR: z.string().default('.kinora'),
  DATABASE_URL: address(['postgres', 'postgresql'], 'postgres://user@host/database').optional(),
  KINORA_DEMO_PASSWORD: z.string().min(8, { message: 'must have at least 8 characters' }).optional(),
  KINORA_DEMO_CLIPS: isOn('on'),
  KINORA_SECRET: z.string().min(32, { message: 'must have at least 32 characters' }).optional(),
  KINORA_SECRET_KEY: z.string().min(32, { message: 'must have at least 32 characters' }).optional(),
  KINORA_SECRET_CHANGED: isOn('off'),
  KINORA_ACCESS_TOKEN_SECONDS: wholeNumber(5, 86_400, 900),
  KINORA_REFRESH_TOKEN_SECONDS: wholeNumber(60, 31_536_000, 2_592_000),
  KINORA_PLAYBACK_SECONDS: wholeNumber(60, 604_800, 14_400),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      message: 'must be one of: debug, info, warn, error, silent',
    })
    .default('warn'),
  KINORA_ORIGINS: list(isOrigin, 'must be origins like https://studio.example, with commas between'),
  KINORA_TRUSTED_PROXIES: networks,
  KINORA_STRIPE_URL: address(['http', 'https'], 'https://stripe.example').optional(),
  KINORA_JWPLAYER_URL: address(['http', 'https'], 'https://jwplayer.example').optional(),
  KINORA_URL_CHECK_NETWORKS: networks,
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  KINORA_METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, {
      message: 'must have at least 16 letters, digits or signs of . ~ + / = _ -',
    })
    .optional(),
  KINORA_PORTAL_DIR: z.string().optional(),
  KINORA_FFMPEG: z.string().optional(),
  KINORA_FILE_STORE: z.string().optional(),
  ...filesVariables,
  KINORA_MEDIA_URL: z
    .string()
    .refine(text => text === 'store' || isPlainAddress(text), {
      message: 'must be store, or an address like https://cdn.example',
    })
    .optional(),
  KINORA_MEDIA_SECRET: z.string().min(32, { message: 'must have at least 32 characters' }).optional(),
  KINORA_SMTP_URL: address(['smtp', 'smtps'], 'smtps://name:password@mail.example:465').optional(),
  KINORA_MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, {
      message: 'must be an e-mail address, or a name with one in angle brackets',
    })
    .default('Kinora <no-reply@kinora.invalid>'),
  KINORA_KEY_MODE: z.enum(['live', 'test'], { message: 'must be live or test' }).default('live'),
  KINORA_FORCED_SIGN_OUT: isOn('on'),
  ...oidcVariables,
  KINORA_QUOTA_MB: limit(1, 1_000_000_000).optional(),
  KINORA_QUOTA_TITLES: limit(1, 1_000_000_000).optional(),
  KINORA_QUOTA_UPLOADS: wholeNumber(1, 1_000_000, 1000),
  KINORA_QUOTA_IMAGES: wholeNumber(1, 1_000_000, 20_000),
  KINORA_PUBLIC_URL: address(['http', 'https'], 'https://kinora.example').optional(),
  KINORA_HELP_URL: address(['http', 'https'], 'https://help.example').optional(),
  KINORA_SUPPORT_URL: address(
    ['http', 'https', 'mailto'],
    'https://help.example/new or mailto:help@studio.example',
  ).optional(),
  KINORA_SITE_URL: address(['http', 'https'], 'https://{tenantId}.example').optional(),
  KINORA_PRODUCT_NAME: z.string().max(100, { message: 'must have at most 100 characters' }).default('Kinora'),
})

/** What can be set from outside, by name. */
export const variableNames: ReadonlySet<string> = new Set(Object.keys(variables.shape))

/** The settings by their names inside. */
const Environment = variables.transform(given => ({
  /** What this server does: answers calls, works in the background, or both (OPS-06). */
  role: given.KINORA_ROLE,
  /** Videos that are encoded at the same time. */
  encoders: given.KINORA_ENCODERS,
  /** How far encoding gives way to everything else on this machine, as `nice` counts: 0, not at all, to 19. */
  encoderNiceness: given.KINORA_ENCODER_NICENESS,
  /** Seconds between the word that it ends, which a proxy reads from `/readyz`, and the last call that is taken. */
  drainSeconds: given.KINORA_DRAIN_SECONDS,
  port: given.PORT,
  host: given.HOST,
  /** Where senders of live streams come in; without it the port of RTMP, where that is free. */
  rtmpPort: given.KINORA_RTMP_PORT,
  /** Where people are told to send live streams; without it where this server takes them. */
  rtmpUrl: given.KINORA_RTMP_URL,
  dataDir: given.KINORA_DATA_DIR,
  /** PostgreSQL; without it PGlite in the data folder. */
  databaseUrl: given.DATABASE_URL,
  /** Of the demo accounts of a first start. */
  demoPassword: given.KINORA_DEMO_PASSWORD,
  /** Processes the demo's clips after a start, which takes two cores for a minute. */
  demoClips: given.KINORA_DEMO_CLIPS,
  /** Signs tokens and links; without it one is made once and kept in the data folder. */
  secret: given.KINORA_SECRET,
  /** Encrypts customers’ keys in the database; without it one is made once and kept in the data folder. */
  secretKey: given.KINORA_SECRET_KEY,
  /** The secrets are others than those of the start before, on purpose. */
  secretChanged: given.KINORA_SECRET_CHANGED,
  /** Seconds. */
  accessTokenLifetime: given.KINORA_ACCESS_TOKEN_SECONDS,
  refreshTokenLifetime: given.KINORA_REFRESH_TOKEN_SECONDS,
  playbackLifetime: given.KINORA_PLAYBACK_SECONDS,
  logLevel: given.LOG_LEVEL,
  /** Where Stripe is asked instead of at its own address (C-135). */
  stripeUrl: given.KINORA_STRIPE_URL,
  /** Where JW Player is asked, and its streams are, instead of at its own addresses (C-139). */
  jwPlayerUrl: given.KINORA_JWPLAYER_URL,
  /** Own networks that the check of a site's address may reach (C-134). */
  urlCheckNetworks: given.KINORA_URL_CHECK_NETWORKS,
  /** Origins whose pages may call the API. */
  origins: given.KINORA_ORIGINS,
  /** Trusted proxies: addresses and networks whose word on their clients (`X-Forwarded-For`) is taken. */
  trustedProxies: given.KINORA_TRUSTED_PROXIES,
  /** Opens `/metrics`, which isn't there without it. */
  metricsToken: given.KINORA_METRICS_TOKEN,
  /** A collector is named: OpenTelemetry’s SDK reads this and its other variables itself (OPS-10). */
  telemetry:
    given.OTEL_SDK_DISABLED !== 'true' &&
    [
      given.OTEL_EXPORTER_OTLP_ENDPOINT,
      given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
      given.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
    ].some(address => address !== undefined),
  /** The built portal. */
  portalDir: given.KINORA_PORTAL_DIR,
  /** Path of an ffmpeg that is not on the PATH. */
  ffmpeg: given.KINORA_FFMPEG,
  /** The store of the platform’s files; without it they are in the data folder (OPS-05). */
  files: toPlace(given),
  /** The files were copied to where this start looks for them. */
  filesMoved: given.KINORA_FILES_MOVED,
  /** Where players get the bytes of streams; without it from the server (OPS-08). */
  mediaUrl: given.KINORA_MEDIA_URL?.replace(/\/+$/, ''),
  /** Signs the addresses there, for a CDN that checks them itself; without it a secret that only servers of Kinora know. */
  mediaSecret: given.KINORA_MEDIA_SECRET,
  /** Mail server; without it mails are put into the folder `outbox` of the data folder. */
  smtpUrl: given.KINORA_SMTP_URL,
  /** Sender of mails. */
  mailFrom: given.KINORA_MAIL_FROM,
  productName: given.KINORA_PRODUCT_NAME,
  /** Where people open the portal: links in mails lead there. */
  publicUrl: given.KINORA_PUBLIC_URL,
  /** Help centre of the platform's people (NAV-70). */
  helpUrl: given.KINORA_HELP_URL,
  /** Where support tickets are submitted (C-148). */
  supportUrl: given.KINORA_SUPPORT_URL,
  /** Where the site of a tenant is, with `{tenantId}` in the place of its id (LIVE-02). */
  siteUrl: given.KINORA_SITE_URL,
  /** Browsers are signed out once, after their first sign-in (AUTH-12). */
  forcedSignOut: given.KINORA_FORCED_SIGN_OUT,
  /** Which keys for machines are made and are good here: those of a test platform begin with kn_test_ (KEY-01). */
  keyMode: given.KINORA_KEY_MODE,
  /** The identity provider that people sign in at (KEY-05). */
  oidc: toSettings(given),
  /** Several: a JSON file. */
  oidcFile: given.KINORA_OIDC_FILE,
  /** Nobody signs in with e-mail and password. */
  oidcOnly: given.KINORA_OIDC_ONLY,
  /** What each tenant, and each provider without one, may have. */
  quotas: {
    titles: given.KINORA_QUOTA_TITLES ?? null,
    bytes: given.KINORA_QUOTA_MB === undefined ? null : given.KINORA_QUOTA_MB * MEGABYTE,
    openUploads: given.KINORA_QUOTA_UPLOADS,
    images: given.KINORA_QUOTA_IMAGES,
  },
}))

/** Everything that can be set from outside, checked; `empty`: a first start seeds one administrator and no demo. */
export type Config = z.output<typeof Environment> & {
  /** Where the media for bulk uploads are laid: a folder or a bucket; without it a folder in the data folder. */
  fileStore: string | StorePlace | undefined
  empty: boolean
}

/** The environment as a configuration. A bad value throws `invalid` with a sentence that names every one. An empty value counts as not set. */
/** Stands in the example of settings where everybody puts in something of their own. */
const EXAMPLE = 'CHANGE-ME'

export function readConfig(
  environment: Record<string, string | undefined>,
  { empty = false }: { empty?: boolean } = {},
): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  const left = given.filter(([name, value]) => variableNames.has(name) && value!.includes(EXAMPLE))
  if (left.length > 0)
    throw new KinoraError('invalid', {
      detail: left.map(([name]) => `${name} is still that of the example.`).join('\n'),
    })
  const result = Environment.safeParse(Object.fromEntries(given))
  const lines = result.error?.issues.map(issue => `${issue.path.join('.')} ${issue.message}.`) ?? []
  const fileStore = readFileStore(environment, lines)
  if (lines.length > 0 || !result.success)
    throw new KinoraError('invalid', { detail: [...new Set(lines)].join('\n') })
  return { ...result.data, fileStore, empty }
}

/** Adds to the lines what is wrong with it. */
function readFileStore(
  environment: Record<string, string | undefined>,
  lines: string[],
): Config['fileStore'] {
  const { KINORA_FILE_STORE: store } = environment
  if (!store) return undefined
  try {
    return toFileStorePlace(store, environment)
  } catch (error) {
    if (!isKinoraError(error) || error.detail === undefined) throw error
    lines.push(...error.detail.split('\n'))
    return undefined
  }
}

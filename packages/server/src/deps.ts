import type { KeyMode, Limits } from '@kinora/core'
import type { BlobPort } from './ports/blobs.ts'
import type { Database } from './ports/db.ts'
import type { FileStorePort } from './ports/file-store.ts'
import type { IdentityPort } from './ports/identity.ts'
import type { MediaPort } from './ports/media.ts'
import type { NamesPort } from './ports/names.ts'
import type { ProbePort } from './ports/probe.ts'
import type {
  CallLimitPort,
  Clock,
  EventFeedPort,
  JobsPort,
  LocksPort,
  Log,
  RateLimitPort,
} from './ports/runtime.ts'
import type { PasswordPort, SecretsPort } from './ports/secrets.ts'
import type {
  AddressPort,
  AppStorePort,
  MailPort,
  NetworksPort,
  PaymentsPort,
  VideoHostPort,
} from './ports/services.ts'
import type { SpreadsheetPort } from './ports/spreadsheet.ts'

/** All that the platform needs from outside; composition roots choose the adapters. */
export interface Deps {
  db: Database
  blobs: BlobPort
  jobs: JobsPort
  /** Names of what titles refer to, cached. */
  names: NamesPort
  /** Tells streams of events that there is something new. */
  feed: EventFeedPort
  /** Serialise the writes of a chunk. */
  locks: LocksPort
  media: MediaPort
  /** Looks at what was uploaded. */
  probe: ProbePort
  spreadsheets: SpreadsheetPort
  mail: MailPort
  /** Media of bulk uploads, laid down by their owners. */
  fileStore: FileStorePort
  passwords: PasswordPort
  /** Where people sign in beside e-mail and password; mostly none (KEY-05). */
  identityProviders: readonly IdentityPort[]
  /** Customers’ keys, encrypted at rest. */
  secrets: SecretsPort
  /** Opens addresses that people have written. */
  addresses: AddressPort
  networks: NetworksPort
  payments: PaymentsPort
  appStore: AppStorePort
  /** JW Player, of sites on media platform 1. */
  videoHost: VideoHostPort
  /** Sign-in tries by account and address and by address alone; wrong proofs of having a file, by user; what sites ask for, by tenant; calls, by key (KEY-03). */
  limits: {
    account: RateLimitPort
    address: RateLimitPort
    proofs: RateLimitPort
    site: RateLimitPort
    key: CallLimitPort
  }
  clock: Clock
  log: Log
  settings: Settings
}

export interface Settings {
  /** Signs access tokens and playback links; at least 32 bytes. */
  secret: Uint8Array
  /** Seconds an access token is good for. */
  accessTokenLifetime: number
  /** Seconds a refresh token is good for. */
  refreshTokenLifetime: number
  /** Seconds a playback link is good for. */
  playbackLifetime: number
  /** OPS-08: where players get the bytes of streams: at the store, or at a CDN by addresses signed with its secret; without it, here. */
  media?: 'store' | { url: string; secret: Uint8Array } | undefined
  /** The origin of these, which pages of the platform may play from. */
  mediaOrigin?: string | undefined
  /** KEY-01: which keys are made here and are good here; `live` unless given. */
  keyMode?: KeyMode
  /** KEY-06: origins of hosts that the operator lets in, beside those of keys and tenants. */
  origins?: readonly string[]
  version: string
  productName: string
  /** Where people open the portal: links in mails lead there. */
  publicUrl?: string | undefined
  /** NAV-70 */
  helpUrl?: string | undefined
  /** C-148 */
  supportUrl?: string | undefined
  /** LIVE-02 */
  siteUrl?: string | undefined
  /** LIVE-06: where senders send live streams to, without the key; without it none are taken. */
  ingestUrl?: string | undefined
  /** Seconds of a segment of what senders send. */
  liveSegment: number
  /** Whether the database lies elsewhere than the data folder. */
  isDatabaseElsewhere?: boolean
  /** KEY-05: nobody signs in with e-mail and password. */
  isSsoOnly?: boolean
  /** AUTH-12 */
  forcedSignOut: boolean
  /** Of each tenant, and of each provider without one. */
  quotas: Limits
}

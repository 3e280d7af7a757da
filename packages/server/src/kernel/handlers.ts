import type {
  BinaryResponse,
  ChannelKind,
  EmbedSession,
  Endpoint,
  Noun,
  Parsed,
  Right,
  Role,
} from '@kinora/core'
import type * as z from 'zod'
import type { Deps } from '../deps.ts'
import type { Attempt } from './rows/idempotency.ts'
import type { Scope, ScopeAs } from './scope.ts'

/** The person behind a call, read from the token. */
export interface Caller {
  userId: string
  displayName: string
  email: string
  role: Role
  /** Tag of the provider that a provider user belongs to. */
  providerId: string | null
  /** Tenant entries of a tenant-as-provider user, the first being the one acted for (ROLE-10). */
  tenantIds: readonly string[]
  /** The sign-in that the call is made with. */
  sessionId?: string | undefined
  /** KEY-02: the key that the call is made with, on behalf of this person. */
  key?: CallingKey | undefined
  /** KEY-06: the embed session of that key that the call is made with; the key’s rights are those of the session then. */
  embedded?: CallingEmbed | undefined
  /** Of work that goes on in the background: with what it was asked for. */
  behalf?: Behalf | null | undefined
}

/** The key, and the person of a host, with which work in the background was asked for: its entries name them too. */
export interface Behalf {
  key: Pick<CallingKey, 'keyId' | 'name'>
  external?: CallingEmbed['user'] | undefined
  titles?: CallingEmbed['titles'] | undefined
}

/** An embed session behind a call: a person of a host, and what it is held to. */
export type CallingEmbed = Omit<EmbedSession, 'keyId' | 'keyName' | 'tenantId' | 'providerId' | 'madeAt'>

/** A key behind a call. */
export interface CallingKey {
  keyId: string
  name: string
  rights: readonly Right[]
  /** The role of its maker, which a call must be for as well as for the role that the key acts in. */
  makerRole: Role
  /** Addresses and networks that it may be used from; any where there are none. */
  networks: readonly string[]
}

/** The site of a tenant behind a call (TENANT-27). */
export interface CallingSite {
  tenantId: string
  /** The tenant’s. */
  name: string
  /** It hands in nothing. */
  readOnly: boolean
  /** Any for a preview. */
  product?: ChannelKind | undefined
  preview?: SitePreview | undefined
}

/** LIVE-03: what a preview shows beside the present: another moment, a title that isn’t published. */
export interface SitePreview {
  asOf?: string | undefined
  titleTag?: string | undefined
}

/** Whom a token speaks for. */
export type Bearer = { kind: 'person'; caller: Caller } | { kind: 'site'; site: CallingSite }

/** The calling program, as its `x-kinora-client` header names it; anything else is `api`. */
export const clientNames = ['portal', 'embed', 'cli', 'api'] as const
export type ClientName = (typeof clientNames)[number]

export interface Context<S extends Scope = Scope> {
  deps: Deps
  /** The person; nobody in calls of `everyone` and of a site. */
  caller: Caller
  /** As the endpoint declares it; of a site's call that of its tenant. */
  scope: S
  client: ClientName
  requestId: string
  /** Address of the client, for rate limits. */
  address: string
  signal: AbortSignal
  /** KEY-08: of a call with an idempotency key. */
  attempt?: Attempt | undefined
  /** What all pieces of a long list need, as its order: asked with the first of them alone (C-08). */
  once<T>(ask: () => Promise<T>): Promise<T>
}

/** A stored object as the answer: whole, or the range that is asked for. */
export interface StoredResponse {
  key: string
  contentType: string
  fileName: string
  /** Changes with the bytes, so that a download goes on only with the file that it began with (If-Range). */
  etag: string
}

type Answer<E extends Endpoint> = E['output'] extends z.ZodType
  ? z.input<E['output']>
  : BinaryResponse | StoredResponse

export type Handler<E extends Endpoint> = (
  input: Parsed<E>,
  context: Context<ScopeAs<E['scope']>>,
) => Promise<Answer<E>>

/** A forgotten verb is a compile error that names it. */
export type Handlers<N extends Noun> = { [V in keyof N]: Handler<N[V]> }

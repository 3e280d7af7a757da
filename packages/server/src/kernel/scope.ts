import {
  type CallScope,
  type ChannelKind,
  type EmbedTitles,
  KinoraError,
  mayWithRights,
  Role,
} from '@kinora/core'
import type { Behalf, Caller, CallingSite, Context, SitePreview } from './handlers.ts'
import { notFound, tenantNotChosen } from './rows/refusals.ts'

/**
 * The rows a caller may see and change (register F-2, `own` and `sel`). Every repository function that finds rows takes
 * it first; one that goes on with a row which its caller has found does without. `unchosen` is customer support
 * before a tenant was chosen: no tenant data at all (ROLE-04).
 */
export type Scope = (
  | { kind: 'all' }
  | { kind: 'provider'; providerId: string }
  | { kind: 'tenant'; tenantId: string }
  | { kind: 'unchosen' }
) & {
  /** Which rows of titles: those that lists have unless it says otherwise, or the videos of events. */
  titles?: 'listed' | 'ofEvents' | 'all'
  /** C-141: of a site, the product that its content is read for; any where it is left out. */
  product?: ChannelKind | undefined
  /** LIVE-03: of a site that staff look at before others do. */
  preview?: SitePreview | undefined
  /** KEY-06: of an embed session for certain titles, these and who asks. */
  only?: OnlyTitles | undefined
  /** KEY-02: of a key that may read events and not send to them: whoever has a stream key can. */
  hidesStreamKeys?: boolean | undefined
}

/** The titles that an embed session is for. */
export interface OnlyTitles extends EmbedTitles {
  keyId: string
  /** By the host’s own id. */
  externalId: string
}

/** The rows of one tenant. */
export type OfTenant = Scope & { kind: 'tenant' }

/** What the handler of an endpoint that declares this gets: of `tenant` and `site` the rows of one tenant. */
export type ScopeAs<S extends CallScope> = S extends 'tenant' | 'site' ? OfTenant : Scope

/** Background work and the demo act for the platform; who may ask for it was decided before. */
export const systemScope: Scope = { kind: 'all', titles: 'all' }

/** Builds the scope: the only place that turns a role into rows. `chosenTenant` is the tenantId header. */
export function scope(caller: Caller, chosenTenant: string | undefined): Scope {
  const side = sideOf(caller, chosenTenant)
  const { key, embedded: embed } = caller
  if (key === undefined) return side
  const whole = { ...side, hidesStreamKeys: !mayWithRights('live.renewKey', key.rights) }
  return embed === undefined
    ? whole
    : withinTitles(whole, { key, external: embed.user, titles: embed.titles })
}

/** KEY-06: the same rows as far as an embed session is for them, also of work that it began. */
export function withinTitles(scope: Scope, { key, external, titles }: Behalf): Scope {
  if (!titles || external === undefined) return scope
  return { ...scope, only: { ...titles, keyId: key.keyId, externalId: external.id } }
}

function sideOf(caller: Caller, chosenTenant: string | undefined): Scope {
  if (caller.role === Role.Admin) return { kind: 'all' }
  if (caller.role === Role.Provider) return { kind: 'provider', providerId: caller.providerId ?? '' }
  if (caller.role === Role.Support)
    return chosenTenant ? { kind: 'tenant', tenantId: chosenTenant } : { kind: 'unchosen' }
  const [first] = caller.tenantIds
  if (first === undefined) throw new KinoraError('forbidden')
  return { kind: 'tenant', tenantId: first }
}

/** Whom a row made in this scope belongs to: a tenant, a provider, or (neither) the platform. */
export function ownerOf(scope: Scope): { tenantId: string | null; providerId: string | null } {
  if (scope.kind === 'unchosen') throw tenantNotChosen()
  return {
    tenantId: scope.kind === 'tenant' ? scope.tenantId : null,
    providerId: scope.kind === 'provider' ? scope.providerId : null,
  }
}

/** The scope of a site’s call: its tenant, read for its product. */
export const siteScope = ({ tenantId, product, preview }: CallingSite): OfTenant => ({
  kind: 'tenant',
  tenantId,
  product,
  preview,
})

/** The scope of a call that names its tenant. One that the caller doesn't act for looks like one that doesn't exist (C-14). */
export function tenantScope(tenantId: string, { scope }: Pick<Context, 'scope'>): OfTenant {
  if (scope.kind !== 'tenant' || scope.tenantId !== tenantId) throw notFound()
  return scope
}

/**
 * The scope of a call as its endpoint declares it (decision 0108), made of that of the caller: a `ScopeAs` of what is declared.
 * Throws `notFound` for a tenant that is named and not acted for, and `refused` where one is needed and customer support has chosen none.
 */
export function callScope(
  declared: CallScope,
  { caller, scope }: Pick<Context, 'caller' | 'scope'>,
  tenantId: unknown,
): Scope {
  if (declared === 'own') return scope
  if (declared === 'managed' && caller.role === Role.Support) return { kind: 'all' }
  if (declared === 'managed' && scope.kind !== 'tenant') return scope
  if (typeof tenantId === 'string') return tenantScope(tenantId, { scope })
  if (scope.kind !== 'tenant') throw tenantNotChosen()
  return scope
}

import type { Role } from '@kinora/core'

/** KEY-05: what is set up about an identity provider. */
export interface IdentitySettings {
  /** Names it in addresses. */
  id: string
  /** As people see it. */
  name: string
  issuer: string
  clientId: string
  /** A public client has none. */
  clientSecret?: string | undefined
  /** With spaces between. */
  scopes: string
  /** Of the e-mail addresses that it may speak for; any where there are none. */
  domains: readonly string[]
  /**
   * The claims that say role, tenants and provider, and the one with the id by which SCIM hands people over (KEY-07): a claim’s name,
   * or the way to it with dots between.
   */
  claims: { role: string; tenants: string; provider: string; externalId: string }
  /** Roles by values of the claim. */
  roles: ReadonlyMap<string, Role>
  /** Whether a verified e-mail address links who signs in to the account that has it already. */
  isLinkedByEmail: boolean
  /** Seconds until who signed in has to sign in again where the identity provider can’t be asked about them. */
  sessionLifetime: number
}

export type Claims = Readonly<Record<string, unknown>>

/** A claim by its name, else by the way to it with dots between. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? (value as Claims)[step]
          : undefined,
      claims,
    )
}

/** Who the identity provider says has signed in; everything is verified. */
export interface Identity {
  issuer: string
  subject: string
  claims: Claims
  /** Its session there, where it has a name. */
  sid?: string | undefined
  idToken: string
  refreshToken?: string | undefined
}

/** What a sign-in that has begun is finished with, known to nobody else. */
export interface Proof {
  nonce: string
  codeVerifier: string
}

/** A sign-in by a code that is typed on another device. */
export interface Device {
  /** Secret: asks how it goes on. */
  deviceCode: string
  userCode: string
  verificationUrl: string
  verificationUrlComplete?: string | undefined
  /** Seconds. */
  lifetime: number
  interval: number
}

/** What became of asking about somebody who is signed in. */
export type Renewal =
  /** `claims` are missing where it says nothing new about the person. */
  | { kind: 'renewed'; claims?: Claims | undefined; refreshToken: string; idToken?: string | undefined }
  | { kind: 'refused' }
  | { kind: 'unreachable' }

/** Whose sessions end there: of one session, or all of a person. */
export interface LogoutNotice {
  issuer: string
  subject: string | undefined
  sid: string | undefined
  /** Names the notice, so that it counts once. */
  jti: string
  /** Until when it could come again. */
  expires: Date
}

/** An identity provider. What it says is believed only once signature, issuer, audience, times and nonce are right. */
export interface IdentityPort {
  settings: IdentitySettings
  /** The address where a browser signs in. Throws `sso.unreachable`. */
  begin(state: string): Promise<{ url: string; proof: Proof }>
  /** Who came back. `search` is the query of the callback. Throws `sso.unreachable`, `sso.denied` or `sso.failed`. */
  finish(callback: { search: string; state: string; proof: Proof }): Promise<Identity>
  /** undefined where it has no such sign-in. */
  beginDevice(): Promise<Device | undefined>
  pollDevice(deviceCode: string): Promise<Identity | 'pending' | 'slowDown'>
  /** Asks whether somebody is still who they were, with the token that it gave for this. Never throws. */
  renew(known: { refreshToken: string; subject: string }): Promise<Renewal>
  /** What a logout token says; undefined where it isn’t one of this identity provider’s for us. */
  readLogout(token: string): Promise<LogoutNotice | undefined>
  /** Where a browser ends its session there; undefined where it has no such address, or can’t be asked. */
  endAddress(idToken: string): Promise<string | undefined>
  /** What is wrong with it, in words; nothing where it can be reached. */
  problem(): Promise<string | undefined>
}

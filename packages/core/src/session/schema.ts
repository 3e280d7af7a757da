import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { writeOnly } from '../kernel/fields.ts'
import { isPassword, isSignInName } from './rules.ts'

/** A tenant that the signed-in user acts for, with the settings that decide what the portal shows (NAV-65, NAV-66, ROLE-15). */
export const TenantEntry = z.object({
  tenantId: z.string(),
  name: z.string(),
  connect: z.enum(['ondemand', 'live', 'both', 'none']).nullable(),
  isBulkUploadEnabled: z.boolean(),
  isRichTextEnabled: z.boolean(),
  /** C-97: the IANA name of its time zone, in which its dates are shown and entered. */
  timeZone: z.string(),
  providerId: z.string().nullable(),
})
export type TenantEntry = z.infer<typeof TenantEntry>

const Ids = z.array(z.string()).optional()

/** † KEY-06: what an embed session may do, as a page asks it. */
export const EmbedGrant = z.object({
  sessionId: z.string(),
  /** The person, by the host’s own id and name. */
  user: z.object({ id: z.string(), name: z.string() }),
  rights: z.array(z.string()),
  features: z.record(z.string(), z.boolean()),
  /** What it may do with titles by rights, features and titles together: components show no more. */
  can: z.record(z.string(), z.boolean()),
  titles: z.object({ tags: Ids, channelIds: Ids, categoryIds: Ids, own: z.boolean().optional() }).nullable(),
  origins: z.array(z.string()),
  endsAt: z.string(),
})

/** AUTH-17, B-9. Tenant entries and provider are ours (†): what the portal needs to know about its user. */
export const User = z.object({
  userId: z.string(),
  displayName: z.string(),
  email: z.string(),
  role: z.literal([0, 1, 2, 3]),
  /** ROLE-10: a tenant-as-provider user acts for the first of these. */
  tenants: z.array(TenantEntry),
  provider: z.object({ tag: z.string(), name: z.string(), isBulkUploadEnabled: z.boolean() }).nullable(),
  /** † KEY-06: what an embed session may do; left out of everybody else. */
  embed: EmbedGrant.optional(),
})
export type User = z.infer<typeof User>

/** What a sign-in answers with, by password or by an identity provider. */
export const SignedIn = z.object({ token: z.string(), refreshToken: z.string(), user: User })
export type SignedIn = z.infer<typeof SignedIn>

/** What a person signs in with: a valid e-mail and a password that isn't blank (AUTH-05, C-10, VAL-01). */
export const Credentials = z.object({
  email: z.string().max(limits.email, 'validation.email').refine(isSignInName, 'validation.email'),
  password: z.string().max(limits.password).refine(isPassword, 'loginPage.passwordRequired').meta(writeOnly),
})
export type Credentials = z.infer<typeof Credentials>

/** SESS-01 */
export const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  /** AUTH-12: whether a browser is signed out once, after its very first sign-in. */
  forcedSignOut: z.boolean().optional(),
  /** NAV-70: the help centre, where the platform has one. */
  helpUrl: z.string().optional(),
  /** C-148: where a support ticket is submitted, where the platform says so: an address or a mailto. */
  supportUrl: z.string().optional(),
  /** † LIVE-02: where the sites of tenants are, with `{tenantId}` in the place of an id; left out where none is served. */
  siteUrl: z.string().optional(),
  /** † LIVE-06: where live streams are sent to, the stream key behind it; left out where none are taken. */
  ingestUrl: z.string().optional(),
  /** † KEY-05: where people sign in beside e-mail and password, or instead of them; left out where nowhere. */
  sso: z
    .object({
      providers: z.array(z.object({ identityProviderId: z.string(), name: z.string() })),
      isOnly: z.boolean(),
    })
    .optional(),
})

/** † KEY-04: a sign-in that hasn’t ended, of one’s own. */
export const SignInState = z.object({
  sessionId: z.string(),
  startedAt: z.string(),
  /** When its tokens were renewed last. */
  lastUsedAt: z.string(),
  /** The program, by its own word; null of one that began before this was kept. */
  client: z.enum(['portal', 'embed', 'cli', 'api']).nullable(),
  /** The network address that it was renewed from last. */
  address: z.string().nullable(),
  /** Whether the call was made with it. */
  isCurrent: z.boolean(),
})
export type SignInState = z.infer<typeof SignInState>

/** Names an identity provider in addresses, such as that of its callback. */
export const IdentityProviderId = z
  .string()
  .max(32, 'sso.providerId')
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'sso.providerId')

/** † KEY-05: an identity provider that people can sign in at, as they see it. */
export const IdentityProvider = z.object({ identityProviderId: z.string(), name: z.string() })
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** The same for who runs the platform: whether it can be asked, and what is wrong where it can’t. */
export const IdentityProviderState = IdentityProvider.extend({
  issuer: z.string(),
  problem: z.string().nullable(),
})
export type IdentityProviderState = z.infer<typeof IdentityProviderState>

const secretText = z
  .string()
  .max(128, 'sso.code')
  .regex(/^[\w-]{43,128}$/, 'sso.code')

/** PKCE of our own between the program that starts a sign-in and this server: what comes back is good for that program alone. */
export const SsoChallenge = z
  .string()
  .max(43, 'sso.code')
  .regex(/^[\w-]{43}$/, 'sso.code')

/** Which identity provider: by its name, or by the e-mail address of who signs in; the only one where neither is given. */
const chosen = {
  identityProviderId: IdentityProviderId.optional(),
  email: z.string().max(limits.email, 'validation.email').optional(),
}

export const SsoStart = z.object({
  ...chosen,
  challenge: SsoChallenge,
  /** Of a program that listens on 127.0.0.1 for what comes back; a browser comes back to the portal’s sign-in page. */
  loopbackPort: z.int('sso.port').min(1024, 'sso.port').max(65_535, 'sso.port').optional(),
})
export type SsoStart = z.infer<typeof SsoStart>

export const SsoExchange = z.object({
  code: z.string().max(limits.token),
  verifier: secretText,
})
export type SsoExchange = z.infer<typeof SsoExchange>

export const DeviceStart = z.object({ ...chosen, challenge: SsoChallenge })

/** What a person types elsewhere, and where. */
export const DeviceCode = z.object({
  /** Asks how it goes on; secret. */
  deviceId: z.string(),
  userCode: z.string(),
  verificationUrl: z.string(),
  /** With the code in it, where the identity provider has such an address. */
  verificationUrlComplete: z.string().nullable(),
  /** Seconds between two questions. */
  interval: z.number(),
  expiresAt: z.string(),
})

import { readFile } from 'node:fs/promises'
import { KinoraError, Role } from '@kinora/core'
import * as z from 'zod'
import type { IdentitySettings } from '../../ports/identity.ts'

const roleNames: Readonly<Record<string, Role>> = {
  admin: Role.Admin,
  provider: Role.Provider,
  tenant: Role.Tenant,
  support: Role.Support,
}
const roleHint = 'must be claim values with our roles, like kinora-admin:admin,kinora-partner:provider'

/** Whether a host is this machine. */
const isLoopback = (host: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(host)

/** What is said to an identity provider is secret: https, or http on this machine alone. */
export const isSafeAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}

const Issuer = z.string().refine(isSafeAddress, {
  message: 'must be an address like https://login.example.com (http only on this machine)',
})
const list = z
  .string()
  .transform(text => text.split(',').map(part => part.trim().toLowerCase()))
  .refine(parts => parts.every(part => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(part)), {
    message: 'must be domains like studio.example, with commas between',
  })
const Seconds = z
  .union([z.int(), z.string().regex(/^\d+$/).transform(Number)], { message: 'must be a whole number' })
  .refine(value => value >= 300 && value <= 2_592_000, { message: 'must be from 300 to 2592000' })

/** `kinora-admin:admin,…`: each value of the claim once. A value may hold colons, as addresses do. */
const Roles = z.string().transform((text, context) => {
  const pairs = text.split(',').map(pair => {
    const at = pair.lastIndexOf(':')
    return [pair.slice(0, at).trim(), roleNames[pair.slice(at + 1).trim()]] as const
  })
  const isGood = pairs.every(([value, role]) => value !== '' && role !== undefined)
  const isOnce = new Set(pairs.map(([value]) => value)).size === pairs.length
  if (!isGood || !isOnce) context.addIssue({ code: 'custom', message: roleHint })
  return new Map(pairs as readonly (readonly [string, Role])[])
})
const isOn = z
  .union([z.boolean(), z.enum(['on', 'off']).transform(word => word === 'on')], {
    message: 'must be on or off',
  })
  .default(false)
const claim = (standard: string) => z.string().min(1).max(200).default(standard)

/** The variables of the one identity provider that needs no file. */
export const oidcVariables = {
  KINORA_OIDC_ISSUER: Issuer.optional(),
  KINORA_OIDC_CLIENT_ID: z.string().max(500).optional(),
  KINORA_OIDC_CLIENT_SECRET: z.string().max(1000).optional(),
  KINORA_OIDC_NAME: z.string().max(60, { message: 'must have at most 60 characters' }).optional(),
  KINORA_OIDC_SCOPES: z.string().max(500).default('openid profile email'),
  KINORA_OIDC_DOMAINS: list.default([]),
  KINORA_OIDC_ROLE_CLAIM: claim('role'),
  KINORA_OIDC_TENANTS_CLAIM: claim('tenants'),
  KINORA_OIDC_PROVIDER_CLAIM: claim('provider'),
  KINORA_OIDC_EXTERNAL_ID_CLAIM: claim('sub'),
  KINORA_OIDC_ROLES: Roles.default(new Map(Object.entries(roleNames))),
  KINORA_OIDC_LINK_BY_EMAIL: isOn,
  KINORA_OIDC_SESSION_SECONDS: Seconds.default(43_200),
  KINORA_OIDC_ONLY: isOn,
  /** More than one: a JSON file. */
  KINORA_OIDC_FILE: z.string().optional(),
}

const Variables = z.object(oidcVariables)
type Variables = z.output<typeof Variables>

/** The one by the variables; undefined where they name none. */
export function toSettings(given: Variables): IdentitySettings | undefined {
  const { KINORA_OIDC_ISSUER: issuer, KINORA_OIDC_CLIENT_ID: clientId } = given
  if (issuer === undefined && clientId === undefined) return undefined
  if (issuer === undefined || clientId === undefined)
    throw new KinoraError('invalid', {
      detail: 'KINORA_OIDC_ISSUER and KINORA_OIDC_CLIENT_ID must both be set, or neither.',
    })
  return {
    id: 'main',
    name: given.KINORA_OIDC_NAME ?? new URL(issuer).hostname,
    issuer,
    clientId,
    clientSecret: given.KINORA_OIDC_CLIENT_SECRET,
    scopes: given.KINORA_OIDC_SCOPES,
    domains: given.KINORA_OIDC_DOMAINS,
    claims: {
      role: given.KINORA_OIDC_ROLE_CLAIM,
      tenants: given.KINORA_OIDC_TENANTS_CLAIM,
      provider: given.KINORA_OIDC_PROVIDER_CLAIM,
      externalId: given.KINORA_OIDC_EXTERNAL_ID_CLAIM,
    },
    roles: given.KINORA_OIDC_ROLES,
    isLinkedByEmail: given.KINORA_OIDC_LINK_BY_EMAIL,
    sessionLifetime: given.KINORA_OIDC_SESSION_SECONDS,
  }
}

const Entry = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, {
    message: 'must have lower-case letters, digits and hyphens, 32 at most',
  }),
  name: z.string().min(1).max(60),
  issuer: Issuer,
  clientId: z.string().min(1).max(500),
  clientSecret: z.string().max(1000).optional(),
  scopes: z.string().max(500).default('openid profile email'),
  domains: z
    .array(z.string())
    .transform(all => all.join(','))
    .pipe(list)
    .optional(),
  roleClaim: claim('role'),
  tenantsClaim: claim('tenants'),
  providerClaim: claim('provider'),
  externalIdClaim: claim('sub'),
  roles: z
    .record(
      z.string().min(1),
      z.enum(['admin', 'provider', 'tenant', 'support'], {
        message: 'must be admin, provider, tenant or support',
      }),
    )
    .default({ admin: 'admin', provider: 'provider', tenant: 'tenant', support: 'support' }),
  linkByEmail: z.boolean().default(false),
  sessionSeconds: Seconds.default(43_200),
})
const Entries = z.array(Entry).min(1).max(50)

/** Those of the file; with several, each says which e-mail domains it may speak for, so that none speaks for another’s people. */
export async function readSettings(path: string): Promise<IdentitySettings[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw invalid(path, 'can’t be read', cause)
  })
  const parsed = Entries.safeParse(parseJson(path, text))
  if (!parsed.success)
    throw invalid(
      path,
      parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    )
  const entries = parsed.data
  if (new Set(entries.map(({ id }) => id)).size < entries.length)
    throw invalid(path, 'each id must be there once')
  const domains = entries.flatMap(entry => entry.domains ?? [])
  const isShared = new Set(domains).size < domains.length
  if (entries.length > 1 && (isShared || entries.some(entry => entry.domains === undefined)))
    throw invalid(path, 'of several identity providers each needs domains of its own')
  return entries.map(
    ({
      roles,
      roleClaim,
      tenantsClaim,
      providerClaim,
      externalIdClaim,
      linkByEmail,
      sessionSeconds,
      ...entry
    }) => ({
      ...entry,
      domains: entry.domains ?? [],
      claims: {
        role: roleClaim,
        tenants: tenantsClaim,
        provider: providerClaim,
        externalId: externalIdClaim,
      },
      roles: new Map(Object.entries(roles).map(([value, name]) => [value, roleNames[name]!])),
      isLinkedByEmail: linkByEmail,
      sessionLifetime: sessionSeconds,
    }),
  )
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid(path, 'is no JSON', cause)
  }
}

const invalid = (path: string, problem: string, cause?: unknown): KinoraError =>
  new KinoraError('invalid', { detail: `KINORA_OIDC_FILE: ${path}: ${problem}.`, cause })

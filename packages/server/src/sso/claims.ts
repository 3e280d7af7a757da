import { isEmail, type KinoraError, Role } from '@kinora/core'
import { refused } from '../kernel/rows/refusals.ts'
import { type Claims, claimOf, type IdentitySettings } from '../ports/identity.ts'

/** Who somebody is here by what an identity provider says. */
export interface Person {
  email: string
  /** Whether the identity provider vouches for the address. */
  isVerified: boolean
  displayName: string
  role: Role
  /** In the order of the claim, the first being the one acted for (ROLE-10). */
  tenantIds: readonly string[]
  providerTag: string | null
}

/** Characters of a name, and entries of a list, that are taken at most. */
const NAME_MAX = 200
const LIST_MAX = 100

/**
 * AUTH-02, C-147: the person that the claims make; the role is read from its claim and nowhere else. Throws a refusal that names the
 * claim where it says none of our roles or several, no tenant or provider for a role that has one, or no e-mail address.
 */
export function toPerson(claims: Claims, settings: IdentitySettings): Person {
  const { email, isVerified } = readEmail(claims, settings)
  const role = readRole(claims, settings)
  const name = [claims.name, claims.preferred_username, email].find(isText)!
  return {
    email,
    isVerified,
    displayName: name.trim().slice(0, NAME_MAX),
    role,
    tenantIds: role === Role.Tenant ? readTenants(claims, settings) : [],
    providerTag: role === Role.Provider ? readProvider(claims, settings) : null,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** A claim that is one text or a list of texts; anything else says nothing. */
function textsOf(claims: Claims, claim: string): string[] {
  const value = claimOf(claims, claim)
  const texts = (Array.isArray(value) ? value : [value]).filter(isText).slice(0, LIST_MAX)
  return [...new Set(texts.map(text => text.trim()))]
}

function readEmail(claims: Claims, { name, domains }: IdentitySettings) {
  const email = isText(claims.email) ? claims.email.trim() : ''
  if (!isEmail(email)) throw refusal('sso.noEmail', { name })
  // Some send it as text.
  const said = String(claims.email_verified)
  if (said === 'false') throw refusal('sso.unverified', { name, email })
  const domain = domainOf(email)
  if (domains.length > 0 && !domains.includes(domain))
    throw refusal('sso.otherDomain', { name, email, domains: domains.join(', ') })
  return { email, isVerified: said === 'true' }
}

/** The domain of an e-mail address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Values that are none of ours are other programs’. */
function readRole(claims: Claims, { name, roles, claims: { role: claim } }: IdentitySettings): Role {
  const values = textsOf(claims, claim).filter(value => roles.has(value))
  const [role, ...others] = new Set(values.map(value => roles.get(value)!))
  if (role === undefined) throw refusal('sso.noRole', { name, claim, values: [...roles.keys()].join(', ') })
  if (others.length > 0) throw refusal('sso.manyRoles', { name, claim, values: values.join(', ') })
  return role
}

function readTenants(claims: Claims, { name, claims: { tenants: claim } }: IdentitySettings): string[] {
  const ids = textsOf(claims, claim)
  if (ids.length === 0) throw refusal('sso.noTenant', { name, claim })
  return ids
}

function readProvider(claims: Claims, { name, claims: { provider: claim } }: IdentitySettings): string {
  const [tag, ...others] = textsOf(claims, claim)
  if (tag === undefined) throw refusal('sso.noProvider', { name, claim })
  if (others.length > 0)
    throw refusal('sso.manyProviders', { name, claim, values: [tag, ...others].join(', ') })
  return tag
}

const refusal = (code: Parameters<typeof refused>[0], params: Record<string, string>): KinoraError =>
  refused(code, params, '')

import { plainPath } from './filter.ts'

/** RFC 7643, 7: what is said of an attribute. */
export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readWrite' | 'readOnly' | 'immutable'
  returned: 'default' | 'always'
  uniqueness: 'none' | 'server'
  subAttributes?: readonly Attribute[]
  canonicalValues?: readonly string[]
  referenceTypes?: readonly string[]
}

const attribute = (
  name: string,
  description: string,
  more: Partial<Omit<Attribute, 'name' | 'description'>> = {},
): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

export interface ResourceType {
  name: 'User' | 'Group'
  endpoint: '/Users' | '/Groups'
  schema: string
  description: string
  attributes: readonly Attribute[]
}

const readOnly = { mutability: 'readOnly' } as const

/** KEY-07: a person of the staff, as far as the platform has a use for what is said of them. */
export const userType: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:User',
  description: 'A person who may sign in here',
  attributes: [
    attribute('userName', 'How the identity provider calls the person', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('name', 'The parts of the name', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The whole name'),
        attribute('familyName', 'The family name'),
        attribute('givenName', 'The given name'),
      ],
    }),
    attribute('displayName', 'The name that people see; else the parts of the name, else userName'),
    attribute('active', 'Whether the person may sign in', { type: 'boolean' }),
    attribute('emails', 'Email addresses: of the account the primary one, else the first, else userName', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'The address'),
        attribute('type', 'What it is for', { canonicalValues: ['work', 'home', 'other'] }),
        attribute('primary', 'Whether it is the address of the account', { type: 'boolean' }),
      ],
    }),
    attribute('groups', 'The groups that the person is a member of', {
      type: 'complex',
      multiValued: true,
      ...readOnly,
      subAttributes: [
        attribute('value', 'The id of the group', { ...readOnly, caseExact: true }),
        attribute('$ref', 'Its address', { ...readOnly, type: 'reference', referenceTypes: ['Group'] }),
        attribute('display', 'Its name', readOnly),
        attribute('type', 'Always direct', { ...readOnly, canonicalValues: ['direct'] }),
      ],
    }),
  ],
}

/** KEY-07: a group, whose name says a role, a tenant or a provider. */
export const groupType: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  description: 'People with the role, the tenant or the provider that the name of the group says',
  attributes: [
    attribute('displayName', 'A value of the role claim, tenants:ID or provider:TAG; others say nothing', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('members', 'Its users', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'The id of the user', { mutability: 'immutable', caseExact: true }),
        attribute('$ref', 'Its address', { ...readOnly, type: 'reference', referenceTypes: ['User'] }),
        attribute('display', 'Its name', readOnly),
        attribute('type', 'Always User', { mutability: 'immutable', canonicalValues: ['User'] }),
      ],
    }),
  ],
}

/** RFC 7643, 3.1: every resource has it, and no schema lists it. */
export const externalId = attribute('externalId', 'How the identity provider knows it', { caseExact: true })

/** Resources of one answer at most, and where nothing is said. */
export const COUNT_MAX = 200
export const COUNT_DEFAULT = 100

const meta = (base: string, resourceType: string, path: string) => ({
  resourceType,
  location: `${base}${path}`,
})

/** RFC 7643, 5 */
export const toServiceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: COUNT_MAX },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'A key of an administrator with the right accounts, as a bearer token (RFC 6750)',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: meta(base, 'ServiceProviderConfig', '/ServiceProviderConfig'),
})

/** RFC 7643, 6 */
export const toResourceType = (base: string, { name, endpoint, schema, description }: ResourceType) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint,
  description,
  schema,
  meta: meta(base, 'ResourceType', `/ResourceTypes/${name}`),
})

/** RFC 7643, 7 */
export const toSchema = (base: string, { name, schema, description, attributes }: ResourceType) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id: schema,
  name,
  description,
  attributes,
  meta: meta(base, 'Schema', `/Schemas/${schema}`),
})

/** RFC 7644, 3.9: which attributes an answer has. */
export interface Shown {
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

const always = ['schemas', 'id']

const pathsIn = (list: string): string[] => list.split(',').map(each => plainPath(each.trim()))

/** Whether an attribute is asked for at all, before it is read. */
export function isReturned(name: string, { attributes, excludedAttributes }: Shown): boolean {
  const key = name.toLowerCase()
  if (attributes !== undefined) return pathsIn(attributes).some(path => path.split('.')[0] === key)
  return !pathsIn(excludedAttributes ?? '').includes(key)
}

/** The resource with what was asked for. */
export function toShown(resource: Record<string, unknown>, shown: Shown): Record<string, unknown> {
  const { attributes, excludedAttributes = '' } = shown
  const named = pathsIn(attributes ?? excludedAttributes)
  const isIncluded = (path: string) =>
    attributes === undefined ? !named.includes(path) : named.includes(path)
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const key = name.toLowerCase()
    if (always.includes(key)) return [[name, value]]
    const hasParts = named.some(path => path.startsWith(`${key}.`))
    if (!hasParts) return isIncluded(key) ? [[name, value]] : []
    if (isIncluded(key) && attributes !== undefined) return [[name, value]]
    if (!isIncluded(key) && attributes === undefined) return []
    return [[name, partsOf(value, sub => isIncluded(`${key}.${sub.toLowerCase()}`))]]
  })
  return Object.fromEntries(entries)
}

function partsOf(value: unknown, isIncluded: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map(each => partsOf(each, isIncluded))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => isIncluded(name)))
}

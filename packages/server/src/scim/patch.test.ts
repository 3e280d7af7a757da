import { describe, expect, test } from 'vitest'
import { applyOperations, readOperations, toWritten, type Written } from './patch.ts'
import { groupType, toShown, userType } from './schemas.ts'

const babs: Written = {
  userName: 'bjensen',
  externalId: '701984',
  active: true,
  name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
  emails: [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ],
}
const tour: Written = { displayName: 'Tour Guides', members: [{ value: '2819c223' }, { value: '902c246b' }] }

const patch = (type: typeof userType, before: Written, ...Operations: object[]) =>
  applyOperations(type, before, readOperations({ Operations }))
const user = (...operations: object[]) => patch(userType, babs, ...operations)
const group = (...operations: object[]) => patch(groupType, tour, ...operations)
const refusal = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return (error as { issues: { code: string }[] }).issues[0]?.code
  }
}

describe('KEY-07 PATCH of SCIM (RFC 7644, 3.5.2)', () => {
  test('the standard’s own examples of a group', () => {
    const member = {
      display: 'James Smith',
      $ref: 'https://example.com/v2/Users/08e1d05d',
      value: '08e1d05d',
    }
    expect(group({ op: 'add', path: 'members', value: [member] }).members).toEqual([
      { value: '2819c223' },
      { value: '902c246b' },
      { value: '08e1d05d' },
    ])
    expect(group({ op: 'remove', path: 'members[value eq "2819c223"]' }).members).toEqual([
      { value: '902c246b' },
    ])
    expect(group({ op: 'remove', path: 'members' })).toEqual({ displayName: 'Tour Guides' })
    const swapped = group(
      { op: 'remove', path: 'members[value eq "2819c223"]' },
      { op: 'add', path: 'members', value: [member] },
    )
    expect(swapped.members).toEqual([{ value: '902c246b' }, { value: '08e1d05d' }])
    expect(group({ op: 'replace', path: 'members', value: [member] }).members).toEqual([
      { value: '08e1d05d' },
    ])
  })

  test('the standard’s own examples of a user', () => {
    const added = user({
      op: 'add',
      value: { emails: [{ value: 'b@j.org', type: 'home' }], nickname: 'Babs' },
    })
    expect(added.emails).toHaveLength(3)
    expect(added).not.toHaveProperty('nickname')
    const kept = user({ op: 'remove', path: 'emails[type eq "work" and value ew "example.com"]' })
    expect(kept.emails).toEqual([{ value: 'babs@jensen.org', type: 'home' }])
    expect(user({ op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '911' })).toEqual(
      babs,
    )
    const emails = [{ value: 'bjensen@example.com', type: 'work', primary: true }]
    expect(user({ op: 'replace', value: { emails, nickname: 'Babs' } }).emails).toEqual(emails)
  })

  test('what Microsoft Entra ID sends: capitals, truth as text, paths as names, removals with a value', () => {
    expect(user({ op: 'Replace', path: 'active', value: 'False' }).active).toBe(false)
    expect(user({ op: 'Replace', value: { active: 'False', 'name.givenName': 'Babs' } })).toMatchObject({
      active: false,
      name: { givenName: 'Babs', familyName: 'Jensen' },
    })
    expect(user({ op: 'Replace', path: 'userName', value: [{ $ref: null, value: 'babs' }] }).userName).toBe(
      'babs',
    )
    const none = { ...babs, emails: undefined }
    const email = { op: 'Add', path: 'emails[type eq "work"].value', value: 'new@example.com' }
    expect(patch(userType, none, email).emails).toEqual([{ type: 'work', value: 'new@example.com' }])
    expect(user(email).emails).toContainEqual({ value: 'new@example.com', type: 'work', primary: true })
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
    expect(user({ op: 'Add', path: `${enterprise}:department`, value: 'Studio' })).toEqual(babs)
    expect(user({ op: 'Replace', value: { [`${enterprise}:manager`]: { value: 'x' } } })).toEqual(babs)
    expect(group({ op: 'Remove', path: 'members', value: [{ value: '2819c223' }] }).members).toEqual([
      { value: '902c246b' },
    ])
  })

  test('what Okta sends: objects without a path, ids that stay', () => {
    expect(user({ op: 'replace', value: { active: false } }).active).toBe(false)
    expect(group({ op: 'replace', value: { id: 'abf4dd94', displayName: 'Guides' } }).displayName).toBe(
      'Guides',
    )
  })

  test('one value is primary, the one that was made so last', () => {
    const made = user({ op: 'replace', path: 'emails[type eq "home"].primary', value: true })
    expect(made.emails).toEqual([
      { value: 'bjensen@example.com', type: 'work', primary: false },
      { value: 'babs@jensen.org', type: 'home', primary: true },
    ])
    const added = user({ op: 'add', path: 'emails', value: [{ value: 'x@example.com', primary: true }] })
    expect((added.emails as { primary?: boolean }[]).filter(({ primary }) => primary)).toHaveLength(1)
  })

  test.each([
    ['scim.noTarget', { op: 'replace', path: 'emails[type eq "other"].value', value: 'x' }],
    ['scim.noPath', { op: 'remove' }],
    ['scim.path', { op: 'add', path: 'nothing', value: 1 }],
    ['scim.path', { op: 'add', path: 'emails[', value: 1 }],
    ['scim.path', { op: 'add', path: '__proto__', value: { admin: true } }],
    ['scim.path', { op: 'add', path: 'constructor.prototype', value: { admin: true } }],
    ['scim.path', { op: 'add', path: 'name.constructor', value: 'x' }],
    ['scim.path', { op: 'add', path: 'userName[value eq "x"]', value: 'x' }],
    ['scim.readOnly', { op: 'replace', path: 'id', value: 'x' }],
    ['scim.readOnly', { op: 'add', path: 'groups', value: [{ value: 'x' }] }],
    ['scim.readOnly', { op: 'replace', path: 'meta.version', value: 'x' }],
    ['scim.value', { op: 'add', value: 'x' }],
    ['scim.value', { op: 'replace', path: 'name', value: 'x' }],
    ['scim.operations', { op: 'move', path: 'name' }],
  ])('refuses as %s: %j', (code, operation) => {
    expect(refusal(() => user(operation))).toBe(code)
  })

  test('takes neither none nor endlessly many', () => {
    for (const Operations of [
      undefined,
      [],
      {},
      Array.from({ length: 1001 }, () => ({ op: 'remove', path: 'name' })),
    ])
      expect(refusal(() => readOperations({ Operations }))).toBe('scim.operations')
  })

  test('never reaches a prototype, and changes nothing of what was', () => {
    const body = JSON.parse(
      '{"__proto__":{"admin":true},"constructor":{"x":1},"name":{"__proto__":{"admin":true}}}',
    )
    expect(toWritten(userType, body)).toEqual({ name: {} })
    expect(refusal(() => user({ op: 'add', value: JSON.parse('{"__proto__":{"admin":true}}') }))).toBe(
      'scim.path',
    )
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
    const before = structuredClone(babs)
    user({ op: 'remove', path: 'emails' }, { op: 'replace', path: 'name.givenName', value: 'B' })
    expect(babs).toEqual(before)
  })

  test('answers have what is asked for, and always id and schemas (RFC 7644, 3.9)', () => {
    const resource: Written = { schemas: [userType.schema], id: '1', ...babs }
    expect(toShown(resource, { attributes: 'username,Name.familyName' })).toEqual({
      ...{ schemas: [userType.schema], id: '1', userName: 'bjensen', name: { familyName: 'Jensen' } },
    })
    const { emails: _, ...others } = resource
    expect(toShown(resource, { excludedAttributes: 'emails,id' })).toEqual(others)
    expect(toShown(resource, { excludedAttributes: 'name.formatted' })).toMatchObject({
      name: { familyName: 'Jensen', givenName: 'Barbara' },
    })
  })
})

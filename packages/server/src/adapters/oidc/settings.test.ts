import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isKinoraError, Role } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { readSettings } from './settings.ts'

const one = { KINORA_OIDC_ISSUER: 'https://login.example', KINORA_OIDC_CLIENT_ID: 'kinora' }
const detailOf = (error: unknown) => (isKinoraError(error) ? error.detail : String(error))
const refusal = (environment: Record<string, string>): string | undefined => {
  try {
    readConfig(environment)
    return undefined
  } catch (error) {
    return detailOf(error)
  }
}

describe('KEY-05, C-147 an identity provider by variables', () => {
  test('none unless set', () => expect(readConfig({}).oidc).toBeUndefined())

  test('needs issuer and client id; the rest has its usual value', () => {
    const { oidc } = readConfig(one)
    expect(oidc).toMatchObject({
      ...{ id: 'main', name: 'login.example', scopes: 'openid profile email', domains: [] },
      claims: { role: 'role', tenants: 'tenants', provider: 'provider', externalId: 'sub' },
      ...{ isLinkedByEmail: false, sessionLifetime: 43_200 },
    })
    expect([...oidc!.roles]).toEqual([
      ...[['admin', Role.Admin] as const, ['provider', Role.Provider] as const],
      ...[['tenant', Role.Tenant] as const, ['support', Role.Support] as const],
    ])
  })

  test('values of the claim may be addresses, each once', () => {
    const { oidc } = readConfig({ ...one, KINORA_OIDC_ROLES: 'urn:k:admin:admin, staff:support' })
    expect([...oidc!.roles]).toEqual([
      ['urn:k:admin', Role.Admin],
      ['staff', Role.Support],
    ])
  })

  test.each<[string, Record<string, string>, string]>([
    ['the issuer alone', { KINORA_OIDC_CLIENT_ID: '' }, 'must both be set'],
    [
      'http elsewhere',
      { KINORA_OIDC_ISSUER: 'http://login.example' },
      'KINORA_OIDC_ISSUER must be an address',
    ],
    ['no role of ours', { KINORA_OIDC_ROLES: 'kinora-admin:root' }, 'KINORA_OIDC_ROLES must be claim values'],
    ['a value twice', { KINORA_OIDC_ROLES: 'a:admin,a:support' }, 'KINORA_OIDC_ROLES must be claim values'],
    ['no domain', { KINORA_OIDC_DOMAINS: '@studio.example' }, 'KINORA_OIDC_DOMAINS must be domains'],
    ['no time', { KINORA_OIDC_SESSION_SECONDS: '5' }, 'KINORA_OIDC_SESSION_SECONDS must be from 300'],
  ])('refuses %s', (_, more, words) => expect(refusal({ ...one, ...more })).toContain(words))

  test('http on this machine is for trying it out', () =>
    expect(refusal({ ...one, KINORA_OIDC_ISSUER: 'http://127.0.0.1:9000' })).toBeUndefined())
})

describe('KEY-05 several by a file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-oidc-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const read = async (value: unknown) => {
    const path = join(folder, 'oidc.json')
    await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value))
    return readSettings(path)
  }
  const studio = {
    id: 'studio',
    name: 'Studio',
    issuer: 'https://a.example',
    clientId: 'k',
    domains: ['A.example'],
  }

  test('each with domains of its own', async () => {
    const pulse = { ...studio, id: 'pulse', domains: ['b.example'], roles: { staff: 'tenant' } }
    const [first, second] = await read([studio, pulse])
    expect(first).toMatchObject({ id: 'studio', domains: ['a.example'], claims: { role: 'role' } })
    expect([...second!.roles]).toEqual([['staff', Role.Tenant]])
  })

  test.each<[string, unknown, string]>([
    ['what is no JSON', '[', 'is no JSON'],
    ['a field that it doesn’t know', [{ ...studio, rolles: {} }], 'rolles'],
    ['an id twice', [studio, { ...studio, domains: ['b.example'] }], 'each id must be there once'],
    ['a domain twice', [studio, { ...studio, id: 'b' }], 'domains of its own'],
    [
      'one of several without domains',
      [studio, { ...studio, id: 'b', domains: undefined }],
      'domains of its own',
    ],
    ['no role of ours', [{ ...studio, roles: { a: 'root' } }], 'must be admin, provider, tenant or support'],
  ])('refuses %s', async (_, value, words) => {
    const error: unknown = await read(value).catch((thrown: unknown) => thrown)
    expect(detailOf(error)).toContain(words)
  })

  test('and one that isn’t there', async () => {
    const error: unknown = await readSettings(join(folder, 'none.json')).catch((thrown: unknown) => thrown)
    expect(detailOf(error)).toContain('can’t be read')
  })
})

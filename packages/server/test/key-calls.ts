import {
  type Api,
  contract,
  createApi,
  createSend,
  type Endpoint,
  everyRole,
  fixedTokens,
  isForRole,
  type KeyDraft,
  type KinoraContract,
  mayWithRights,
  type Right,
  Role,
  rightNames,
} from '@kinora/core'
import { expect, test } from 'vitest'
import { accounts } from './contract/calls.ts'
import type { TestServer } from './harness.ts'

export const endpoints: Endpoint[] = Object.values(contract).flatMap(noun => Object.values(noun))
export const guarded = endpoints.filter(({ allow }) => allow !== 'everyone')
/** A day that is good by the clock of the machine and by that of tests. */
const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
export const draft = (more: Partial<KeyDraft> = {}): KeyDraft => ({
  ...{ name: 'Nightly upload', rights: ['upload'], endsOn },
  ...more,
})

/** The client of the product, with a key in place of a sign-in. */
export function withKey(
  { app }: Pick<TestServer, 'app'>,
  secret: string,
  tenantId?: string,
): Api<KinoraContract> {
  const fetch = (async (url: string, init?: RequestInit) => app.request(url, init)) as typeof globalThis.fetch
  const tokens = fixedTokens({ token: secret })
  const headers = (): Record<string, string> => (tenantId === undefined ? {} : { tenantId })
  return createApi(contract, createSend({ baseUrl: '', fetch, tokens, headers, timeout: 0 }))
}

export const apiOf = (server: TestServer, role: Role) =>
  server.api(accounts[role], role === Role.Support ? { tenantId: 'pulsehouse' } : {})

export const statusOf = async ({ app }: TestServer, { method, path }: Endpoint, secret: string) =>
  (
    await app.request(path.replace(/\{\w+\}/g, 'x'), {
      method,
      headers: { authorization: `Bearer ${secret}` },
    })
  ).status

/**
 * Every call in every role, with the rights that open it; with all others in every role too if `isWhole`, otherwise in one of those
 * that may make it.
 */
export function tryCallsOfKeys(of: () => TestServer, isWhole: boolean): void {
  /** A key may what its rights may together: so each call is asked with those that open it, and with all others. */
  const openingOf = ({ id }: Endpoint) => rightNames.filter(right => mayWithRights(id, [right])).join()
  const openings = [...new Set(guarded.map(openingOf))]
  const mayMake = (endpoint: Endpoint, role: Role) =>
    isForRole(endpoint, role) && isForRole(endpoint, role === Role.Support ? Role.Tenant : role)
  const turns = new Map(
    guarded.map((endpoint, index) => {
      const roles = everyRole.filter(role => mayMake(endpoint, role))
      return [endpoint, roles[index % roles.length]]
    }),
  )
  const cases = everyRole.flatMap(role => openings.map(opening => [role, opening] as const))
  test.each(cases)('role %i, calls of “%s”: what both allow and nothing else', async (role, opening) => {
    const server = of()
    const api = apiOf(server, role)
    const calls = guarded.filter(each => openingOf(each) === opening)
    const inTurn = isWhole ? calls : calls.filter(each => turns.get(each) === role)
    const isOpening = (right: Right) => opening.split(',').includes(right)
    for (const [rights, asked] of [
      [rightNames.filter(isOpening), calls],
      [rightNames.filter(right => !isOpening(right)), inTurn],
    ] as const) {
      if (rights.length === 0 || asked.length === 0) continue
      const { secret, keyId } = await api.keys.create(draft({ rights: [...rights] }))
      for (const endpoint of asked) {
        const may = mayMake(endpoint, role) && mayWithRights(endpoint.id, rights)
        const status = await statusOf(server, endpoint, secret)
        expect([endpoint.id, status !== 403]).toEqual([endpoint.id, may])
        expect(status).not.toBe(401)
      }
      await api.keys.revoke({ keyId })
      expect(await statusOf(server, contract.session.verify, secret)).toBe(401)
    }
  })
}

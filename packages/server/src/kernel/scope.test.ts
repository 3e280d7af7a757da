import { type CallScope, get, type KinoraError, noun, Role } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Caller, Context, Handlers } from './handlers.ts'
import { callScope, type OfTenant, type Scope } from './scope.ts'

const own = { kind: 'tenant', tenantId: 'own' } as const
const unchosen = { kind: 'unchosen' } as const
const all = { kind: 'all' } as const
const provider = { kind: 'provider', providerId: 'maker' } as const

function answerOf(declared: CallScope, role: Role, scope: Scope, tenantId?: string | null): unknown {
  const caller = { role } as Caller
  try {
    return callScope(declared, { caller, scope }, tenantId)
  } catch (error) {
    return (error as KinoraError).code
  }
}

describe('C-14, C-91 the scope of a call is what its endpoint declares', () => {
  test.each<[CallScope, Role, Scope, string | null | undefined, unknown]>([
    ['own', Role.Tenant, own, undefined, own],
    ['own', Role.Tenant, own, 'other', own],
    ['own', Role.Support, unchosen, undefined, unchosen],
    ['tenant', Role.Tenant, own, 'own', own],
    ['tenant', Role.Tenant, own, undefined, own],
    ['tenant', Role.Tenant, own, 'other', 'notFound'],
    ['tenant', Role.Tenant, own, '', 'notFound'],
    ['tenant', Role.Support, unchosen, 'gone', 'notFound'],
    ['tenant', Role.Support, unchosen, undefined, 'refused'],
    ['tenant', Role.Admin, all, 'own', 'notFound'],
    ['tenant', Role.Provider, provider, undefined, 'refused'],
    ['managed', Role.Admin, all, 'other', all],
    ['managed', Role.Support, own, 'other', all],
    ['managed', Role.Support, unchosen, undefined, all],
    ['managed', Role.Tenant, own, undefined, own],
    ['managed', Role.Tenant, own, null, own],
    ['managed', Role.Tenant, own, 'own', own],
    ['managed', Role.Tenant, own, 'other', 'notFound'],
    // Whose tenants its channels decide.
    ['managed', Role.Provider, provider, 'other', provider],
  ])('%s, role %s: %j naming %j', (declared, role, scope, tenantId, answer) =>
    expect(answerOf(declared, role, scope, tenantId)).toEqual(answer),
  )
})

describe('decision 0108 the compiler holds it', () => {
  const call = { summary: '', input: z.object({ tenantId: z.string() }), output: z.string(), allow: [] }
  const rooms = noun('rooms', {
    one: get('/one', { ...call, scope: 'tenant' }),
    any: get('/any', call),
  })
  const nameOf = async (_: object, { scope }: Context<OfTenant>) => scope.tenantId

  test('what needs a tenant is no handler of a call that declares none', () => {
    const handlers: Handlers<typeof rooms> = {
      one: nameOf,
      // @ts-expect-error Its scope may be that of a provider.
      any: nameOf,
    }
    expect([rooms.one.scope, rooms.any.scope, Object.keys(handlers)]).toEqual([
      'tenant',
      'own',
      ['one', 'any'],
    ])
  })
})

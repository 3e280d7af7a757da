import { decideRoute, type RouteContext } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { matchRoute } from '../src/routes.tsx'
import { type Fate, registerRoles, registerRoutes, shapeOf } from './register-routes.ts'

/** What the portal decides about an address. */
function fateOf(path: string, role: RouteContext['role']): Fate | undefined {
  const decision = decideRoute(path, { role, connect: 'ondemand', isBulkUploadEnabled: true })
  if (decision === undefined || decision.kind === 'wait') return undefined
  if (decision.kind === 'redirect') return decision.to as Fate
  return decision.kind === 'notice' ? 'notice' : 'opens'
}

describe('F-1, NAV-01 to NAV-49, NAV-72, NAV-73 each route of the register, written out', () => {
  test.each(registerRoutes)('$ids $path', ({ path, fates }) => {
    const address = path.replace(/\{\w+\}/g, 'x')
    expect(registerRoles.map(role => fateOf(address, role))).toEqual(fates)
    const leadsOn = fates.every(fate => fate.startsWith('/'))
    expect(shapeOf(matchRoute(address)?.route.path ?? '')).toBe(leadsOn ? '' : shapeOf(path))
  })

  test('every id has a row; NAV-02 is the sign-in page and NAV-48 what is no route', () => {
    const named = registerRoutes.flatMap(({ ids }) => ids.split(', '))
    const numbers = Array.from({ length: 49 }, (_, nth) => `NAV-${String(nth + 1).padStart(2, '0')}`)
    expect(numbers.filter(id => !named.includes(id))).toEqual(['NAV-02', 'NAV-48'])
    for (const path of ['/nowhere', '/medias', '/media/contentTitles/x/edit', '/schedule/x'])
      expect(matchRoute(path), path).toBeUndefined()
  })
})

import type { Contract, Method } from '@kinora/core'

export interface Paths {
  /** The methods that a path of the contract answers to; none for a path that it doesn't have. */
  methods(path: string): Method[]
  /** Whether a path lies where the API lives, so that a page never answers there. */
  isApi(path: string): boolean
}

/** Knows the contract's addresses, to tell an unknown path from a wrong method. */
export function pathsOf(contract: Contract): Paths {
  const routes = Object.values(contract).flatMap(noun =>
    Object.values(noun).flatMap(endpoint =>
      [endpoint, ...endpoint.aliases].map(({ method, path }) => ({ method, pattern: toPattern(path) })),
    ),
  )
  const roots = new Set(
    Object.values(contract).flatMap(noun => Object.values(noun).map(endpoint => firstSegment(endpoint.path))),
  )
  return {
    methods: path => [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ],
    isApi: path => roots.has(firstSegment(path)),
  }
}

const firstSegment = (path: string): string => path.split('/')[1] ?? ''

function toPattern(path: string): RegExp {
  const escaped = path.replace(/\/$/, '').replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '[^/]+')}/?$`)
}

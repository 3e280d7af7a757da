import { everyRole } from '../access.ts'
import type { Endpoint, Method } from './endpoint.ts'
import type { WireNames } from './wire-names.ts'

/** What a client needs of an endpoint beside its address; what isn't given is as most endpoints have it. */
type Sent = Partial<
  Pick<Endpoint, 'allow' | 'status' | 'query' | 'headers' | 'constants' | 'multipart' | 'streamed'>
> & {
  names?: { input?: WireNames; output?: WireNames }
}

/**
 * EMBED-03: an endpoint as a client sends it, without its schemas, for a program that can't spare what they weigh. Its type is that of
 * the endpoint whose id it has; a test holds one against the other.
 */
export function call<E extends Endpoint>(id: string, address: `${Method} ${string}`, sent: Sent = {}): E {
  const [method, path] = address.split(' ') as [Method, string]
  const { names = {}, ...given } = sent
  return {
    id,
    method,
    path,
    allow: everyRole,
    status: 200,
    query: [],
    headers: {},
    constants: {},
    multipart: false,
    streamed: false,
    none: undefined,
    body: undefined,
    families: undefined,
    ...given,
    wireNames: () => names,
    output: {},
  } as unknown as E
}

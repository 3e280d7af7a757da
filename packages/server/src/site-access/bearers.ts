import { KinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Bearer, Caller } from '../kernel/handlers.ts'
import { createTokenReader } from '../session/index.ts'
import { isSiteToken, readSiteToken } from './tokens.ts'

/** Whom a token speaks for, a person or a site; throws `unauthorised` for one that is good for neither any more. */
export function createBearerReader(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
): (token: string) => Promise<Bearer> {
  const readPerson = createTokenReader(deps)
  return async token =>
    isSiteToken(token)
      ? { kind: 'site', site: await readSiteToken(token, deps) }
      : { kind: 'person', caller: await readPerson(token) }
}

/** What only people may do; throws `forbidden`. */
export function personOf(bearer: Bearer): Caller {
  if (bearer.kind !== 'person') throw new KinoraError('forbidden')
  return bearer.caller
}

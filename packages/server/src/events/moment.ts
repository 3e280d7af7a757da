import { type Moment, wallClock } from '@kinora/core/schedule'
import type { Deps } from '../deps.ts'
import { tenantNotChosen } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import { readTimeZone } from './rows.ts'

/** Now, on the wall clock of the tenant that is acted for. */
export async function momentOf(
  scope: Scope & { kind: 'tenant' },
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
): Promise<Moment> {
  const timeZone = await readTimeZone(db, scope.tenantId)
  return { clock: wallClock(timeZone), now: clock.now().getTime() }
}

/** The tenant of a call that doesn't name it. Throws `refused` where customer support has chosen none. */
export function chosenScope(scope: Scope): Scope & { kind: 'tenant' } {
  if (scope.kind !== 'tenant') throw tenantNotChosen()
  return scope
}

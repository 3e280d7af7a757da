import { KinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'

/** How often a site may do what costs much; throws `tooMany` with the seconds to wait. */
export async function assertPace(
  act: 'token' | 'reviews' | 'plays',
  tenantId: string,
  { limits }: Pick<Deps, 'limits'>,
): Promise<void> {
  const retryAfter = await limits.site.take(`${act} ${tenantId}`)
  if (retryAfter !== undefined) throw new KinoraError('tooMany', { retryAfter })
}

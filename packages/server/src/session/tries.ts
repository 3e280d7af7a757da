import { KinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'

/** Uses up a try for the account and for the address; throws `tooMany` with the seconds to wait where either has none left. */
export async function assertTriesLeft(
  { limits }: Pick<Deps, 'limits'>,
  keys: { account: string; address: string },
): Promise<void> {
  const waits = [await limits.account.take(keys.account), await limits.address.take(keys.address)]
  const retryAfter = Math.max(...waits.map(wait => wait ?? 0))
  if (retryAfter > 0) throw new KinoraError('tooMany', { retryAfter })
}

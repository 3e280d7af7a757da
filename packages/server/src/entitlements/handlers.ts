import type { entitlements } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { explainToStaff } from './index.ts'

/** LIVE-08 */
export const entitlementHandlers: Handlers<typeof entitlements> = {
  explain: ({ userId, titleTag, product }, { scope, deps }) =>
    explainToStaff({ ...scope, product }, deps, { userId, titleTag }),
}

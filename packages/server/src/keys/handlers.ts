import { assertNoIssues, checkKeyDraft, type keys } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { createKey, listKeys, readKey, revokeKey, rotateKey, setKeyOrigins } from './rows.ts'

/** † KEY-01, decision 0153 */
export const keyHandlers: Handlers<typeof keys> = {
  list: ({ page, take }, { scope, deps, caller }) => listKeys(scope, deps, { caller, page, take }),

  view: ({ keyId }, { scope, deps, caller }) => readKey(scope, deps, { keyId, caller }),

  create(draft, context) {
    const { scope, deps, caller } = context
    assertNoIssues(checkKeyDraft(draft, deps.clock.now()))
    return createKey(scope, deps, { draft, caller, by: authorOf(context) })
  },

  rotate({ keyId, oldEndsAt }, context) {
    const { scope, deps, caller } = context
    return rotateKey(scope, deps, { keyId, oldEndsAt, caller, by: authorOf(context) })
  },

  setOrigins({ keyId, origins }, context) {
    const { scope, deps, caller } = context
    return setKeyOrigins(scope, deps.db, { keyId, origins, caller, by: authorOf(context) })
  },

  async revoke({ keyId }, context) {
    await revokeKey(context.scope, context.deps.db, { keyId, by: authorOf(context) })
    return { status: 200 }
  },
}

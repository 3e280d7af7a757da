import type { siteChanges } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { listSiteChanges } from './index.ts'

export const siteChangeHandlers: Handlers<typeof siteChanges> = {
  list: ({ page, take, days, kind }, { scope, deps: { db, clock } }) =>
    listSiteChanges(scope, db, { now: clock.now().getTime(), days, kind, page, take }),
}

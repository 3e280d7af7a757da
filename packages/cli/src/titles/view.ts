import { foldName, toTitleSearch, views } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import { missingIn } from '../kernel/missing.ts'
import type { Session } from '../kernel/session.ts'

/** What a saved view searches for, named by its id or by a name that is its alone. */
export async function searchOfView(session: Session, given: string): Promise<Record<string, unknown>> {
  const { data } = await (await session.send())(views.list, {
    list: 'titles',
    tenant: session.options.tenant,
  })
  const named = data.filter(({ viewId, name }) => viewId === given || foldName(name) === foldName(given))
  const [view, other] = named
  if (view === undefined) throw missingIn(session, 'kinora views list', given)
  if (other !== undefined)
    throw usage(safe`Several views are called ${given}`, 'Name one by its id: kinora views list')
  return toTitleSearch(view.address)
}

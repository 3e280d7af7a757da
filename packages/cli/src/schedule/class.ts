import { type EventDraft, filledBy, isKinoraError, KinoraError, titles } from '@kinora/core'
import type { Session } from '../kernel/session.ts'
import { actingTenant } from '../tenants/acting-tenant.ts'
import { findTitle } from '../titles/find.ts'

/** EVENT-07, EVENT-33: what the class of an event fills that neither the event nor a flag says; one that can't be played is refused. */
export async function ofClass(
  session: Session,
  tag: string,
  draft: EventDraft,
): Promise<Partial<EventDraft>> {
  const title = await findTitle(session, tag)
  const tenant = await actingTenant(session)
  await (await session.send())(titles.streamingLink, { tenant, tag }).catch((error: unknown) => {
    if (!isKinoraError(error) || error.code !== 'notFound') throw error
    throw new KinoraError('invalid', {
      issues: [{ path: 'contentId', code: 'title.classIssue' }],
      cause: error,
    })
  })
  return filledBy(title, draft)
}

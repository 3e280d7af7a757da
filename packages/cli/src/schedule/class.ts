import {
  collections,
  type EventDraft,
  filledBy,
  isKinoraError,
  KinoraError,
  type Title,
  titles,
} from '@kinora/core'
import { missingRow } from '../categories/owner.ts'
import type { Session } from '../kernel/session.ts'
import { actingTenant } from '../tenants/acting-tenant.ts'

/** EVENT-07, EVENT-33: what the class of an event fills that neither the event nor a flag says; one that can't be played is refused. */
export async function ofClass(
  session: Session,
  tag: string,
  draft: EventDraft,
): Promise<Partial<EventDraft>> {
  const tenant = await actingTenant(session)
  const title = await classOf(session, tenant, tag)
  await (await session.send())(titles.streamingLink, { tenant, tag }).catch((error: unknown) => {
    if (!isKinoraError(error) || error.code !== 'notFound') throw error
    throw new KinoraError('invalid', {
      issues: [{ path: 'contentId', code: 'title.classIssue' }],
      cause: error,
    })
  })
  return filledBy(title, draft)
}

/** EVENT-30: a title of the tenant's own, else one of those that its site shows. */
async function classOf(session: Session, tenant: string, tag: string): Promise<Title> {
  const send = await session.send()
  const { data: own } = await send(titles.find, { titleTags: [tag] })
  const [title] = own.length > 0 ? own : (await send(collections.classes, { tenant, titleTags: [tag] })).data
  if (title === undefined) throw missingRow(tag, 'List what there is: kinora collections classes find')
  return title
}

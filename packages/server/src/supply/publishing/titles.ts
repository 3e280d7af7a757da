import { type PublishingChange, TitleStatus } from '@kinora/core'
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { hasOwnChannel } from '../../references/index.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'

type Titles = SQL | undefined

/**
 * `= ANY` and not `@>`: the index of `@>` knows nothing of tags, so that each part of a large channel would read all of its
 * titles again, with every version that the job has left behind.
 */
const isShownTo = (tenantId: string): SQL => sql`${tenantId} = ANY(${t.tenants})`

/** C-103, C-136: published titles of a channel’s own provider that a tenant gets with it, and that its site doesn’t show yet. */
export const arriving = ({ tenantId, publish }: PublishingChange): Titles =>
  tenantId === null || publish.length === 0
    ? sql`false`
    : and(
        inArray(t.channelId, publish),
        hasOwnChannel,
        eq(t.status, TitleStatus.Published),
        not(t.isDelete),
        not(isShownTo(tenantId)),
      )

/** C-103: titles that a site no longer shows; of channels that are switched off, all that any site shows. */
export const leaving = ({ tenantId, unpublish }: PublishingChange): Titles => {
  if (unpublish.length === 0) return sql`false`
  const ofChannels = and(inArray(t.channelId, unpublish), not(t.isDelete))
  return tenantId === null
    ? and(ofChannels, or(eq(t.status, TitleStatus.Published), sql`cardinality(${t.tenants}) > 0`))
    : and(ofChannels, isShownTo(tenantId))
}

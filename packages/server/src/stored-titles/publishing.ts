import {
  checkPublish,
  en,
  type ForeignName,
  isKinoraError,
  KinoraError,
  type MessageKey,
  missingToPublish,
  type PublishSurroundings,
  TitleStatus,
  titleStatus,
  toPublishChannel,
} from '@kinora/core'
import { eq, type SQL } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { type Author, stamp } from '../kernel/rows/audit.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { foreignNames } from '../references/index.ts'
import { channelsTable, channelTenantsTable } from '../stored-channels/tables.ts'
import { lockTitle, moveTitle, notReady, type StoredTitle, wrongState } from './rows.ts'
import { recordTitle, toDraft } from './writes.ts'

/** Titles that are unpublished from a tenant, as a query of their tags; from all tenants where `tenantId` is null. */
export interface UnpublishedTitles {
  tenantId: string | null
  tags: SQL
}

type Needs = Pick<Deps, 'db' | 'clock'>
interface Act {
  tag: string
  /** Nobody where the platform publishes by itself. */
  by: Author | null
  /** What the title is to say about when it was published, where an act is taken back. */
  publishedDate?: Date | null
}

/** TITLE-05, TITLE-20, E-1: to PublishQueued and on to Published, or nothing at all. */
export function publishTitle(scope: Scope, { db, clock }: Needs, act: Act): Promise<StoredTitle> {
  const { tag, by } = act
  return db.transaction(async tx => {
    const title = await lockTitle(scope, tx, tag)
    const audience = await readAudience(tx, title)
    assertPublishable(title, audience)
    const { tenants } = audience
    const now = clock.now()
    const { publishedDate = now } = act
    await moveTitle(scope, tx, { tag, event: 'publish', now })
    const set = { ...stamp(now, by?.userId ?? null), publishedDate, tenants, whenReady: null }
    const published = await moveTitle(scope, tx, { tag, event: 'published', now, set })
    if (by !== null) await recordTitle(tx, by, { before: title, after: published!, verb: 'publish' })
    return published!
  })
}

/**
 * TITLE-05, CHAN-14, C-136: throws where a title can't be published, with all that `checkPublish` says to whoever looks at it
 * before. A channel for clubs only is 601 with the register's sentence (C-30, C-44).
 */
export function assertPublishable(title: StoredTitle, { around }: Audience): void {
  if (!titleStatus.can(title.status, 'publish')) throw wrongState('title.publishWrongState', title.status)
  const issues = checkPublish(toDraft(title), around)
  if (issues.length === 0) return
  if (issues.some(({ code }) => code.startsWith('required.'))) throw notReady(issues)
  if (issues.some(({ code }) => code === 'title.channelClubOnly'))
    throw new KinoraError('clubOnly', { detail: en['error.601'], issues })
  throw new KinoraError('refused', { issues })
}

/** Throws where a title is not on any site. */
export function assertUnpublishable({ status }: StoredTitle): void {
  if (!titleStatus.can(status, 'unpublish')) throw wrongState('title.unpublishWrongState', status)
}

/** C-45 */
export async function unpublishTitle(
  scope: Scope,
  { db, clock }: Needs,
  act: Act & { by: Author },
): Promise<StoredTitle> {
  const { tag, by } = act
  return db.transaction(async tx => {
    const title = await lockTitle(scope, tx, tag)
    assertUnpublishable(title)
    const now = clock.now()
    const { publishedDate = title.publishedDate } = act
    const set = { ...stamp(now, by.userId), publishedDate, tenants: [] }
    const unpublished = (await moveTitle(scope, tx, { tag, event: 'unpublish', now, set }))!
    await recordTitle(tx, by, { before: title, after: unpublished, verb: 'unpublish' })
    return unpublished
  })
}

/** TITLE-34: whether a title publishes itself as it is now; its channel is asked when it does. */
export const wantsToPublish = (title: StoredTitle): boolean =>
  title.isAutoPublish &&
  title.status === TitleStatus.Completed &&
  missingToPublish(toDraft(title)).length === 0

/**
 * TITLE-34: a Completed title that is ready publishes itself where that is wanted; undefined where not. `by` is the person
 * whose save made it ready, if any.
 */
export async function publishIfWanted(
  scope: Scope,
  deps: Needs,
  { title, by }: { title: StoredTitle; by: Author | null },
): Promise<StoredTitle | undefined> {
  if (!wantsToPublish(title)) return undefined
  return publishTitle(scope, deps, { tag: title.tag, by }).catch((error: unknown) => {
    if (isKinoraError(error) && isOfChannel(error)) return undefined
    throw error
  })
}

/** What only a look at the channel tells: the title waits until somebody mends it. */
const isOfChannel = ({ issues }: KinoraError): boolean => issues.some(({ code }) => channelCodes.has(code))
const channelCodes: ReadonlySet<string> = new Set([
  'required.channel',
  'title.channelClubOnly',
  'channel.inactive',
  'title.channelForeign',
  'title.referenceForeign',
] satisfies MessageKey[])

/** What publishing a title asks of the platform beside the title itself, and the tenants that would get it. */
export interface Audience {
  around: PublishSurroundings
  tenants: string[]
}

/** The tenants that the title's channel is published to, with what may keep the title from going there. */
export async function readAudience(tx: Database, title: StoredTitle): Promise<Audience> {
  const tag = title.channelId ?? ''
  const { inClub, appAndWeb, hotel, isActive, name, displayName } = channelsTable
  // Row-locked, so that a channel that is published or unpublished meanwhile is seen as it was before or after.
  const [channel] = await tx
    .select({ inClub, appAndweb: appAndWeb, hotel, active: isActive, name, displayName })
    .from(channelsTable)
    .where(eq(channelsTable.tag, tag))
    .for('share')
  const names = await foreignNames(tx, title.tag)
  const foreign = names.some(({ field, id }) => field === 'channelId' && id === title.channelId)
  const publishChannel = channel && { ...toPublishChannel({ ...channel, Availability: channel }), foreign }
  const { tenantId, channelTag } = channelTenantsTable
  const rows = await tx
    .select({ tenantId })
    .from(channelTenantsTable)
    .where(eq(channelTag, tag))
    .orderBy(tenantId)
  const isBeside = (name: (typeof names)[number]): name is ForeignName => name.field !== 'channelId'
  return {
    around: { publishChannel, foreignNames: names.filter(isBeside) },
    tenants: rows.map(row => row.tenantId),
  }
}

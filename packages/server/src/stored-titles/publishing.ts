import {
  assertNoIssues,
  checkPublishChannel,
  en,
  type Issue,
  isClubOnly,
  isKinoraError,
  KinoraError,
  type MessageKey,
  missingToPublish,
  type PublishChannel,
  TitleStatus,
  titleStatus,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { type Author, stamp } from '../kernel/rows/audit.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { foreignFields } from '../references/index.ts'
import { channelsTable, channelTenantsTable } from '../stored-channels/tables.ts'
import { lockTitle, moveTitle, notReady, type StoredTitle, wrongState } from './rows.ts'
import { recordTitle, toDraft } from './writes.ts'

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
    assertPublishable(title)
    const tenants = await readAudience(tx, title)
    const now = clock.now()
    const { publishedDate = now } = act
    await moveTitle(scope, tx, { tag, event: 'publish', now })
    const set = { ...stamp(now, by?.userId ?? null), publishedDate, tenants }
    const published = await moveTitle(scope, tx, { tag, event: 'published', now, set })
    if (by !== null) await recordTitle(tx, by, { before: title, after: published!, verb: 'publish' })
    return published!
  })
}

/** TITLE-05: throws where a title can't be published as it stands; its channel is asked beside (`readAudience`). */
export function assertPublishable(title: StoredTitle): void {
  if (!titleStatus.can(title.status, 'publish')) throw wrongState('title.publishWrongState', title.status)
  const missing = missingToPublish(toDraft(title))
  if (missing.length > 0) throw notReady(missing)
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

/** CHAN-14, C-30: a channel for clubs only is 601 with the register's sentence, and the field beside it. */
function assertPublishChannel(channel: PublishChannel): void {
  const issues = checkPublishChannel(channel)
  if (issues.length === 0) return
  if (channel.clubOnly) throw new KinoraError('clubOnly', { detail: en['error.601'], issues })
  throw new KinoraError('refused', { issues })
}

/** C-136: what the title names that belongs to others, as a row from before the rule may; it can't be published as it is. */
async function checkForeign(tx: Database, title: StoredTitle): Promise<Issue[]> {
  return (await foreignFields(tx, title)).map(path =>
    path === 'channelId' ? { path, code: 'title.channelForeign' } : { path, code: 'title.referenceForeign' },
  )
}

/**
 * The tenants that the title's channel is published to, and its own; a channel for clubs only is refused (C-44), and one of
 * another provider (C-136).
 */
export async function readAudience(tx: Database, title: StoredTitle): Promise<string[]> {
  const tag = title.channelId ?? ''
  const { inClub, appAndWeb, hotel, isActive, name, displayName } = channelsTable
  // Held, so that a channel that is published or unpublished meanwhile is seen as it was before or after.
  const [channel] = await tx
    .select({ inClub, appAndweb: appAndWeb, hotel, active: isActive, name, displayName })
    .from(channelsTable)
    .where(eq(channelsTable.tag, tag))
    .for('share')
  if (channel === undefined) assertNoIssues([{ path: 'channelId', code: 'required.channel' }])
  else {
    const { active, displayName, name } = channel
    assertPublishChannel({ name: displayName || name, active, clubOnly: isClubOnly(channel), foreign: false })
  }
  const foreign = await checkForeign(tx, title)
  if (foreign.length > 0) throw new KinoraError('refused', { issues: foreign })
  const { tenantId, channelTag } = channelTenantsTable
  const rows = await tx
    .select({ tenantId })
    .from(channelTenantsTable)
    .where(eq(channelTag, tag))
    .orderBy(tenantId)
  return rows.map(row => row.tenantId)
}

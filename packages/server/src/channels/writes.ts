import {
  assertNoIssues,
  type ChannelDraft,
  type ChannelRecord,
  type channels,
  checkChannel,
  effectsOf,
  type Issue,
  isBlank,
  isClubOnly,
  isKinoraError,
  KinoraError,
  newChannel,
  nowhere,
  type Parsed,
  type PublishingChange,
  toDifference,
} from '@kinora/core'
import { and, eq, not } from 'drizzle-orm'
import { checkPictures, retainPictures, toPictures } from '../images/index.ts'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { unknownReference } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import { addJob, checkTargets, startJob } from '../publishing/index.ts'
import type { StoredJob } from '../publishing/tables.ts'
import { channelRows, readChannel, toChannelDraft } from '../stored-channels/index.ts'
import { channelTenantsTable } from '../stored-channels/tables.ts'
import { findProvider } from '../stored-providers/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'

type Change = Parsed<typeof channels.update>

const pictures = { mediaSpaceImageUrl: 'mediaSpace', profileImageUrl: 'channelProfile' } as const

/** API-75: published to nobody yet (CHAN-10). */
export async function createChannel(
  given: Parsed<typeof channels.create>,
  context: Context,
): Promise<{ tag: string }> {
  const { scope, deps } = context
  const draft: ChannelDraft = { ...newChannel, Availability: nowhere, ...given }
  assertNoIssues([
    ...checkChannel(draft),
    ...(await checkProvider(deps.db, draft.providerId)),
    ...(await checkPictures(toPictures(pictures, draft), context)),
  ])
  return deps.db.transaction(async tx => {
    assertNoIssues(await retainPictures(tx, context, toPictures(pictures, draft)))
    const values = toColumns(draft)
    const { tag } = await channelRows.insert(scope, tx, { values, by: authorOf(context) })
    return { tag }
  })
}

/** API-75; what it does to sites is a job, begun with the save itself (C-103, C-104). */
export async function updateChannel(change: Change, context: Context): Promise<ChannelRecord> {
  const { scope, deps } = context
  const job = await deps.db.transaction(tx => save(tx, [change], context))
  if (job !== undefined) await startJob(context, job)
  return readChannel(scope, deps.db, change.tag)
}

/** API-76: all or none of them; an issue names the row it is in. */
export async function updateChannels(
  { channels: changes }: Parsed<typeof channels.updateMany>,
  context: Context,
): Promise<{ data: ChannelRecord[] }> {
  const { scope, deps } = context
  const tags = changes.map(({ tag }) => tag)
  assertNoIssues(
    tags.flatMap((id, index): Issue[] =>
      tags.indexOf(id) === index
        ? []
        : [{ path: `channels.${index}.tag`, code: 'channel.twice', params: { id } }],
    ),
  )
  const job = await deps.db.transaction(tx => save(tx, changes, context, index => `channels.${index}.`))
  if (job !== undefined) await startJob(context, job)
  const data: ChannelRecord[] = []
  for (const tag of tags) data.push(await readChannel(scope, deps.db, tag))
  return { data }
}

/** API-77: saved and published in one call, or refused as a whole (601). */
export async function activateChannel(
  { tenants, ...change }: Parsed<typeof channels.activate>,
  context: Context,
): Promise<ChannelRecord> {
  const { scope, deps } = context
  const { tag, active } = change
  const job = await deps.db.transaction(async tx => {
    const before = await channelRows.lock(scope, tx, tag)
    const after = { ...toChannelDraft(before), ...change }
    if (active && isClubOnly(after.Availability)) throw new KinoraError('clubOnly')
    const changes = tenants === undefined ? [] : await towards(tx, tag, tenants)
    assertNoIssues(await checkTargets(tx, changes, { tenants: 'tenants', channels: 'tag' }))
    return save(tx, [change], context, () => '', changes)
  })
  if (job !== undefined) await startJob(context, job)
  return readChannel(scope, deps.db, tag)
}

/** What brings a channel to these tenants and to no others. */
async function towards(tx: Database, tag: string, wanted: readonly string[]): Promise<PublishingChange[]> {
  const { publish, unpublish } = toDifference(await tenantsOf(tx, tag), wanted)
  return [
    ...publish.map(tenantId => ({ tenantId, publish: [tag], unpublish: [] })),
    ...unpublish.map(tenantId => ({ tenantId, publish: [], unpublish: [tag] })),
  ]
}

async function tenantsOf(tx: Database, tag: string): Promise<string[]> {
  const rows = await tx
    .select({ tenantId: channelTenantsTable.tenantId })
    .from(channelTenantsTable)
    .where(eq(channelTenantsTable.channelTag, tag))
  return rows.map(({ tenantId }) => tenantId)
}

/** Saves changes and makes the job that carries out what they do to sites; undefined where they do nothing. */
async function save(
  tx: Database,
  changes: readonly Change[],
  context: Context,
  prefix: (index: number) => string = () => '',
  more: readonly PublishingChange[] = [],
): Promise<StoredJob | undefined> {
  const effects: PublishingChange[] = [...more]
  const issues: Issue[] = []
  for (const [index, change] of changes.entries()) {
    try {
      effects.push(...(await saveOne(tx, change, context)))
    } catch (error) {
      if (!isKinoraError(error) || error.code !== 'invalid') throw error
      issues.push(...error.issues.map(issue => ({ ...issue, path: prefix(index) + issue.path })))
    }
  }
  assertNoIssues(issues)
  return effects.length === 0 ? undefined : addJob(tx, context, effects)
}

async function saveOne(
  tx: Database,
  { tag, version, ...set }: Change,
  context: Context,
): Promise<PublishingChange[]> {
  const { scope } = context
  const row = await channelRows.lock(scope, tx, tag)
  const before = toChannelDraft(row)
  const after: ChannelDraft = { ...before, ...set }
  assertNoIssues([
    ...checkChannel(after),
    ...(after.providerId === before.providerId
      ? []
      : [...(await checkProvider(tx, after.providerId)), ...(await checkEmpty(tx, tag))]),
    ...(await checkPictures(toPictures(pictures, set), context)),
    ...(await retainPictures(tx, context, toPictures(pictures, set, before))),
  ])
  await channelRows.update(scope, tx, { id: tag, version, set: toColumns(after), by: authorOf(context) })
  const effects = effectsOf(before, after)
  const tenants = effects.includes('clubOnly') ? await tenantsOf(tx, tag) : []
  return [
    ...(effects.includes('deactivated') ? [{ tenantId: null, publish: [], unpublish: [tag] }] : []),
    ...tenants.map(tenantId => ({ tenantId, publish: [], unpublish: [tag] })),
  ]
}

async function checkProvider(db: Database, providerId: string): Promise<Issue[]> {
  if (isBlank(providerId) || (await findProvider(db, providerId)) !== undefined) return []
  return [unknownReference('providerId', 'Provider', providerId)]
}

/** The provider of a title is that of its channel: one that has titles keeps its provider (decision 0059). */
async function checkEmpty(tx: Database, tag: string): Promise<Issue[]> {
  const count = await tx.$count(titlesTable, and(eq(titlesTable.channelId, tag), not(titlesTable.isDelete)))
  return count === 0 ? [] : [{ path: 'providerId', code: 'channel.providerFixed', params: { count } }]
}

const toColumns = ({ providerId, displayName, Availability, active, ...rest }: ChannelDraft) => ({
  ...rest,
  name: rest.name.trim(),
  displayName: isBlank(displayName) ? rest.name.trim() : displayName.trim(),
  providerTag: providerId,
  inClub: Availability.inClub,
  appAndWeb: Availability.appAndweb,
  hotel: Availability.hotel,
  isActive: active,
})

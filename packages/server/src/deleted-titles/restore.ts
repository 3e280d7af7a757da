import { RESTORABLE_DAYS, TitleStatus, toRestored, VideoStatus } from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { type Author, authorOf } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { stamp } from '../kernel/rows/stamps.ts'
import type { Database } from '../ports/db.ts'
import { assertRoomForRestored } from '../quotas/index.ts'
import {
  findByExternalId,
  recordTitle,
  type StoredTitle,
  type TitleChange,
  toTrailer,
  trailerStateOf,
} from '../stored-titles/index.ts'
import { forgetUpload } from '../uploads/index.ts'
import { lockDeleted, undelete } from './rows.ts'

const DAY = 86_400_000

/**
 * Makes a deleted title one of its owner’s again, with its files, captions and details. It is on no site afterwards, and what
 * was under way is cancelled. `deleted.tooLate` once its files may be gone, `deleted.externalIdTaken` where another
 * title has its external id, `quota.titles` and `quota.bytes` where its owner has no room for it.
 */
export async function restoreTitle(
  tag: string,
  context: Context,
): Promise<{ before: StoredTitle; after: StoredTitle }> {
  const { scope, deps } = context
  const by = authorOf(context)
  const restored = await deps.db.transaction(async tx => {
    const before = await lockDeleted(scope, tx, tag)
    assertInTime(before, by.now)
    await assertExternalIdFree(tx, before, context)
    await assertRoomForRestored(deps, tx, before)
    const after = await undelete(scope, tx, {
      tag,
      set: { ...settled(before, by), ...stamp(by.now, by.userId) },
    })
    await recordTitle(tx, by, { before, after, verb: 'restore' })
    return { before, after }
  })
  if (trailerStateOf(restored.before) === 'uploading') await forgetUpload(deps, tag, 'trailer')
  return restored
}

function assertInTime({ deletedAt }: StoredTitle, now: Date): void {
  const isLate = deletedAt === null || now.getTime() - deletedAt.getTime() >= RESTORABLE_DAYS * DAY
  if (isLate) throw refused('deleted.tooLate', { days: RESTORABLE_DAYS }, 'tag')
}

async function assertExternalIdFree(tx: Database, title: StoredTitle, { scope }: Context): Promise<void> {
  const { externalId } = title
  if (externalId === null) return
  const other = await findByExternalId(scope, tx, { ...title, externalId })
  if (other !== undefined)
    throw refused('deleted.externalIdTaken', { name: other.className, externalId }, 'tag')
}

/** Where it stands now: nothing runs any more of what ran when it was deleted. */
function settled(before: StoredTitle, { now }: Author): TitleChange {
  const { status, videoStatus } = toRestored(before)
  const isMoved = status !== before.status || videoStatus !== before.videoStatus
  return {
    ...(isMoved && { status, videoStatus, statusSince: now }),
    ...(videoStatus === VideoStatus.Failed && isMoved && { errorType: 'processing.failed' }),
    ...settledTrailer(before, now),
  }
}

/** An upload is gone; a stored trailer that wasn’t processed yet can be processed again (E-3). */
function settledTrailer(before: StoredTitle, now: Date): TitleChange {
  switch (trailerStateOf(before)) {
    case 'uploading': {
      const isWhole = before.trailerMobileKey !== null
      const trailerWebKey = isWhole ? before.trailerWebKey : null
      return { ...toTrailer(now, null), trailerSourceKey: null, trailerWebKey }
    }
    case 'processing':
      return { ...toTrailer(now, TitleStatus.Error), trailerErrorType: 'processing.failed' }
    default:
      return {}
  }
}

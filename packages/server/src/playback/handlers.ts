import {
  assertNoIssues,
  checkPlaybackFile,
  type PageInput,
  type PlaybackDay,
  type PlaybackUpload,
  type playback,
  playbackStatus,
  toPage,
  toWireDate,
} from '@kinora/core'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { StreamedFile } from '../kernel/http/form.ts'
import { authorOf, newTag } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import { addToDays, type Difference, differences, dropRecords, totals } from './plays.ts'
import { receiveRecords } from './receive.ts'
import type { PlaybackUploadRow } from './tables.ts'
import {
  beginUpload,
  dropUnfinished,
  dropUpload,
  findCounted,
  lockUpload,
  moveUpload,
  readProblems,
  readUpload,
} from './uploads.ts'

const DAY = 86_400_000
const firstPage = { page: 1, take: 50 }

export const playbackHandlers: Handlers<typeof playback> = {
  upload: ({ file }, context) => receive(file, context),

  async view({ trackingId, page, take }, { deps }) {
    return toUpload(deps.db, await readUpload(deps.db, trackingId), { page, take })
  },

  /** C-40: again, it changes nothing; the same content counts once (C-132). */
  async commit({ trackingId }, context) {
    const { db } = context.deps
    const by = authorOf(context)
    const after = await db.transaction(async tx => {
      await tx.execute(sql`SET LOCAL statement_timeout = '10min'`)
      const before = await lockUpload(tx, trackingId)
      if (before.status === 'committed') return before
      assertCan(before, 'commit')
      const repeats = await findCounted(tx, before.digest ?? '')
      if (repeats === null) await addToDays(tx, trackingId)
      else await dropRecords(tx, trackingId)
      return moveUpload(tx, { before, set: { status: 'committed', repeats }, verb: 'commit', by })
    })
    return toUpload(db, after, firstPage)
  },

  async cancel({ trackingId }, context) {
    const { db } = context.deps
    const by = authorOf(context)
    const after = await db.transaction(async tx => {
      await tx.execute(sql`SET LOCAL statement_timeout = '10min'`)
      const before = await lockUpload(tx, trackingId)
      if (before.status === 'cancelled') return before
      assertCan(before, 'cancel')
      await dropRecords(tx, trackingId)
      return moveUpload(tx, { before, set: { status: 'cancelled' }, verb: 'cancel', by })
    })
    return toUpload(db, after, firstPage)
  },

  recount: (_, { deps }) =>
    deps.db.transaction(async tx => {
      await tx.execute(sql`SET LOCAL statement_timeout = '10min'`)
      const [sums] = await rowsOf<{ days: number; records: number }>(tx, totals)
      const found = await rowsOf<Difference>(tx, differences)
      return { ...sums!, differences: found.map(toDifference) }
    }),
}

/** PLAY-02, PLAY-05: what is refused leaves nothing behind. */
async function receive(file: Blob, context: Context): Promise<{ trackingId: string }> {
  const { deps, signal } = context
  const { db, clock } = deps
  const fileName = 'name' in file && typeof file.name === 'string' ? file.name : ''
  assertNoIssues(checkPlaybackFile({ name: fileName }))
  await dropUnfinished(db, new Date(clock.now().getTime() - DAY))
  const trackingId = newTag()
  await beginUpload(db, { trackingId, fileName, by: authorOf(context) })
  try {
    const pieces = file instanceof StreamedFile ? file.pieces() : file.stream()
    const received = await receiveRecords(db, { trackingId, pieces, now: clock.now(), signal })
    await db.transaction(async tx => {
      const before = await lockUpload(tx, trackingId)
      const status = playbackStatus.next(before.status, 'read')
      await moveUpload(tx, { before, set: { ...received, status }, verb: 'upload', by: authorOf(context) })
    })
    return { trackingId }
  } catch (error) {
    await dropUpload(db, trackingId)
    throw error
  }
}

function assertCan({ status }: PlaybackUploadRow, event: 'commit' | 'cancel'): void {
  if (playbackStatus.can(status, event)) return
  if (status === 'receiving') throw refused('playback.receiving')
  throw refused(status === 'committed' ? 'playback.alreadyCommitted' : 'playback.alreadyCancelled')
}

async function toUpload(
  db: Database,
  row: PlaybackUploadRow,
  page: Pick<PageInput, 'page' | 'take'>,
): Promise<PlaybackUpload> {
  const { trackingId, status, fileName, good, bad, repeats, createdAt } = row
  const problems = toPage(await readProblems(db, trackingId, page), bad, page)
  return { trackingId, status, fileName, good, bad, repeats, uploadedDate: toWireDate(createdAt), problems }
}

function toDifference({ kept, counted, titleTag, eventId, ...same }: Difference) {
  const of = (sums: Difference['kept']): PlaybackDay | null =>
    sums && { ...same, ...sums, titleTag: titleTag || null, eventId: eventId || null }
  return { kept: of(kept), counted: of(counted) }
}

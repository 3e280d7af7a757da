import { readWebVtt, spanOf } from '@kinora/core/webvtt'
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { captionsTable as c } from '../captions/tables.ts'
import type { Deps } from '../deps.ts'
import { sizeOfStream } from '../pipeline/index.ts'
import { trailerFolder } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'

type Needs = Pick<Deps, 'db' | 'blobs'>

/** OPS-02: how large streams, trailers and captions are that were stored before this was kept, and when captions start. */
export async function keepSizes(deps: Needs, signal: AbortSignal): Promise<void> {
  const { db, blobs } = deps
  const unsized = (after: string) =>
    db
      .select({
        tag: t.tag,
        streamKey: t.streamKey,
        trailerWebKey: t.trailerWebKey,
        trailerMobileKey: t.trailerMobileKey,
      })
      .from(t)
      .where(
        and(
          gt(t.tag, after),
          sql`(${and(isNotNull(t.streamKey), isNull(t.streamBytes))} OR ${and(isNotNull(t.trailerWebKey), isNull(t.trailerBytes))})`,
        ),
      )
      .orderBy(asc(t.tag))
      .limit(100)
  for (let rows = await unsized(''); rows.length > 0; rows = await unsized(rows.at(-1)!.tag)) {
    for (const { tag, streamKey, trailerWebKey, trailerMobileKey } of rows) {
      signal.throwIfAborted()
      const stream = streamKey === null ? 0 : await sizeOfStream(blobs, streamKey)
      if (stream > 0)
        await db
          .update(t)
          .set({ streamBytes: stream })
          .where(and(eq(t.tag, tag), eq(t.streamKey, streamKey!), isNull(t.streamBytes)))
      if (trailerWebKey === null || trailerMobileKey === null) continue
      const trailer = await sizeOfStream(blobs, trailerFolder(trailerWebKey))
      const same = and(eq(t.tag, tag), eq(t.trailerWebKey, trailerWebKey), isNull(t.trailerJobId))
      if (trailer > 0)
        await db
          .update(t)
          .set({ trailerBytes: trailer })
          .where(and(same, isNull(t.trailerBytes)))
    }
  }
  await keepCaptionSizes(deps, signal)
}

async function keepCaptionSizes({ db, blobs }: Needs, signal: AbortSignal): Promise<void> {
  const unsized = (after: string) =>
    db
      .select({ trackId: c.trackId, blobKey: c.blobKey })
      .from(c)
      .where(and(gt(c.trackId, after), isNull(c.bytes)))
      .orderBy(asc(c.trackId))
      .limit(100)
  for (let rows = await unsized(''); rows.length > 0; rows = await unsized(rows.at(-1)!.trackId)) {
    for (const { trackId, blobKey } of rows) {
      signal.throwIfAborted()
      const stream = await blobs.read(blobKey).catch(() => undefined)
      if (stream === undefined) continue
      const bytes = new Uint8Array(await new Response(stream as BodyInit).arrayBuffer())
      const { first, last } = spanOf(readWebVtt(bytes))
      await db
        .update(c)
        .set({ bytes: bytes.byteLength, firstStart: first, lastStart: last })
        .where(and(eq(c.trackId, trackId), eq(c.blobKey, blobKey)))
    }
  }
}

import {
  type Challenge,
  type FileRole,
  isKinoraError,
  KinoraError,
  type Parsed,
  type uploads,
} from '@kinora/core'
import { toExtension } from '@kinora/core/media'
import { type FileSource, toHex } from '@kinora/core/uploads'
import { and, desc, eq, lte } from 'drizzle-orm'
import type { Context } from '../kernel/handlers.ts'
import { newTag } from '../kernel/rows/audit.ts'
import type { BlobPort } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'
import { inScope, type Owner, ofOwner, readTitle } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { isLost } from './begin.ts'
import { type ChallengeRow, challengesTable as challenges, type UploadRow, uploadsTable } from './tables.ts'
import { type Kind, kindOf } from './upload-status.ts'

/** Seconds in which a challenge must be answered. */
const LIFETIME = 60
const RANGES = 8
const RANGE_SIZE = 65_536

/**
 * Deduplication of uploads: whether the title's owner may have this file stored already, within the caller's reach. What another
 * owner has is answered like what nobody has.
 */
export async function offerFile(
  { tag, role, totalSize: size, sample }: Parsed<typeof uploads.offer>,
  context: Context,
): Promise<Challenge | null> {
  const { scope, deps, caller } = context
  const owner = await readTitle(scope, deps.db, tag)
  const held = await findStoredFile(context, { owner, size, sample })
  if (held === undefined) return null
  const now = deps.clock.now()
  const asked = {
    id: newTag(),
    nonce: toHex(crypto.getRandomValues(new Uint8Array(32))),
    ranges: toRanges(size),
  }
  const expiresAt = new Date(now.getTime() + LIFETIME * 1000)
  const challenge = { ...asked, titleTag: tag, role, askedBy: caller.userId, sample, size, expiresAt }
  await saveChallenge(deps.db, { challenge, now })
  return { challenge: asked.id, nonce: asked.nonce, ranges: asked.ranges, lifetime: LIFETIME }
}

/** Places that nobody can foresee, the whole file where it is small. */
function toRanges(size: number): Challenge['ranges'] {
  if (size <= RANGES * RANGE_SIZE) return [{ start: 0, end: size }]
  const fractions = crypto.getRandomValues(new Uint32Array(RANGES))
  return [...fractions].map(fraction => {
    const start = Math.floor((fraction / 2 ** 32) * (size - RANGE_SIZE + 1))
    return { start, end: start + RANGE_SIZE }
  })
}

/** Stored files of one content that are looked at, until one is there. */
const LOOKED_AT = 5

/** What a client said of a file; the digest comes with the proof. */
interface Claimed {
  size: number
  sample: string
  digest?: string
}

/** A stored file of the same owner, in reach of the caller, that is what was claimed and is still there (OPS-02). */
export async function findStoredFile(
  context: Context,
  { owner, size, sample, digest }: Claimed & { owner: Owner },
): Promise<UploadRow | undefined> {
  const { scope, deps } = context
  const content = and(
    eq(uploadsTable.sample, sample),
    eq(uploadsTable.size, size),
    eq(uploadsTable.state, 'complete'),
  )
  const whole = digest === undefined ? undefined : eq(uploadsTable.digest, digest)
  const found = await deps.db
    .select({ upload: uploadsTable })
    .from(uploadsTable)
    .innerJoin(titlesTable, eq(titlesTable.tag, uploadsTable.titleTag))
    .where(and(content, whole, ofOwner(owner), inScope(scope)))
    .orderBy(desc(uploadsTable.updatedAt), uploadsTable.id)
    .limit(LOOKED_AT)
  for (const { upload } of found) if (!(await isLost(upload, context))) return upload
  return undefined
}

interface Accepted {
  owner: Owner
  kind: Kind
  fileName: string
}

/** Whether a file of the same owner has this content, chunk by chunk, and was found good as this kind of file by such a name. */
export async function wasAccepted(
  db: Database,
  { owner, kind, fileName, size, sample, digest }: Required<Claimed> & Accepted,
): Promise<boolean> {
  const content = and(
    eq(uploadsTable.sample, sample),
    eq(uploadsTable.size, size),
    eq(uploadsTable.digest, digest),
  )
  const found = await db
    .selectDistinct({
      role: uploadsTable.role,
      fileName: uploadsTable.fileName,
      contentType: titlesTable.contentType,
    })
    .from(uploadsTable)
    .innerJoin(titlesTable, eq(titlesTable.tag, uploadsTable.titleTag))
    .where(and(content, eq(uploadsTable.state, 'complete'), ofOwner(owner)))
  const extension = toExtension(fileName)
  return found.some(
    other => kindOf(other.role, other.contentType) === kind && toExtension(other.fileName) === extension,
  )
}

/** Keeps a challenge; those that nobody answered in time go. */
async function saveChallenge(
  db: Database,
  { challenge, now }: { challenge: ChallengeRow; now: Date },
): Promise<void> {
  await db.delete(challenges).where(lte(challenges.expiresAt, now))
  await db.insert(challenges).values(challenge)
}

/** Takes a challenge out, so that it can be answered once: by who asked, for the same file of the same title, in time. */
export async function takeChallenge(
  db: Database,
  asked: { id: string; tag: string; role: FileRole; askedBy: string; now: Date },
): Promise<ChallengeRow | undefined> {
  const [taken] = await db.delete(challenges).where(eq(challenges.id, asked.id)).returning()
  const isRight =
    taken?.titleTag === asked.tag &&
    taken.role === asked.role &&
    taken.askedBy === asked.askedBy &&
    taken.expiresAt > asked.now
  return isRight ? taken : undefined
}

/** A stored object as the uploader's functions read a file: the same code computes both sides' samples and answers. */
export function storedFile(
  blobs: BlobPort,
  { blobKey, size }: { blobKey: string; size: number },
): FileSource {
  return {
    name: blobKey,
    size,
    slice: async (start, end) => {
      try {
        return await new Response(await blobs.read(blobKey, { start, end })).blob()
      } catch (cause) {
        // Any other error would be told as one of the person's own file.
        throw isKinoraError(cause) ? cause : new KinoraError('server', { cause })
      }
    },
  }
}

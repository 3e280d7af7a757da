import type { FileRole } from '@kinora/core'
import { toExtension } from '@kinora/core/media'
import { and, desc, eq, lte } from 'drizzle-orm'
import type { Context } from '../../kernel/handlers.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import type { Owner } from '../../stored-titles/index.ts'
import { inScope, ofOwner } from '../../stored-titles/index.ts'
import { titlesTable } from '../../stored-titles/tables.ts'
import { type Kind, kindOf } from '../checks.ts'
import { isLost } from '../chunks/begin.ts'
import {
  type ChallengeRow,
  challengesTable as challenges,
  type UploadRow,
  uploadsTable as uploads,
} from '../tables.ts'

/** Stored files of one content that are looked at, until one is there. */
const LOOKED_AT = 5

/** What a client said of a file; the digest comes with the proof. */
export interface Claimed {
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
  const content = and(eq(uploads.sample, sample), eq(uploads.size, size), eq(uploads.state, 'complete'))
  const whole = digest === undefined ? undefined : eq(uploads.digest, digest)
  const found = await deps.db
    .select({ upload: uploads })
    .from(uploads)
    .innerJoin(titlesTable, eq(titlesTable.tag, uploads.titleTag))
    .where(and(content, whole, ofOwner(owner), inScope(scope)))
    .orderBy(desc(uploads.updatedAt), uploads.id)
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
  const content = and(eq(uploads.sample, sample), eq(uploads.size, size), eq(uploads.digest, digest))
  const found = await db
    .selectDistinct({
      role: uploads.role,
      fileName: uploads.fileName,
      contentType: titlesTable.contentType,
    })
    .from(uploads)
    .innerJoin(titlesTable, eq(titlesTable.tag, uploads.titleTag))
    .where(and(content, eq(uploads.state, 'complete'), ofOwner(owner)))
  const extension = toExtension(fileName)
  return found.some(
    other => kindOf(other.role, other.contentType) === kind && toExtension(other.fileName) === extension,
  )
}

/** Keeps a challenge; those that nobody answered in time go. */
export async function keepChallenge(
  _scope: Scope,
  db: Database,
  { challenge, now }: { challenge: ChallengeRow; now: Date },
): Promise<void> {
  await db.delete(challenges).where(lte(challenges.expiresAt, now))
  await db.insert(challenges).values(challenge)
}

/** Takes a challenge out, so that it can be answered once: by who asked, for the same file of the same title, in time. */
export async function takeChallenge(
  _scope: Scope,
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

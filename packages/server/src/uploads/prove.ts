import { assertNoIssues, isKinoraError, type Parsed, type UploadState, type uploads } from '@kinora/core'
import { checkMediaName } from '@kinora/core/media'
import { answerTo } from '@kinora/core/uploads'
import type { Context } from '../kernel/handlers.ts'
import { lockTitle, readTitle, type StoredTitle } from '../stored-titles/index.ts'
import { newUpload, startReceiving } from './begin.ts'
import { findStoredFile, storedFile, takeChallenge } from './deduplication.ts'
import { readUploadState } from './receive.ts'
import { copyChunks, findUpload, replaceUpload } from './rows.ts'
import type { ChallengeRow, UploadRow } from './tables.ts'
import { kindOf } from './upload-status.ts'

type Proof = Parsed<typeof uploads.prove>

/**
 * Gives a title the content that the client has proved to have, as if its last chunk had just come. A wrong answer, a
 * late one, one too many and content that isn't there are all answered with null, and the client sends its file.
 */
export async function proveFile(proof: Proof, context: Context): Promise<UploadState | null> {
  const { scope, deps, caller } = context
  const { tag, role } = proof
  const title = await readTitle(scope, deps.db, tag)
  assertNoIssues(checkMediaName(kindOf(role, title.contentType), proof.fileName))
  const asked = { id: proof.challenge, tag, role, askedBy: caller.userId, now: deps.clock.now() }
  const challenge = await takeChallenge(deps.db, asked)
  if ((await deps.limits.proofs.take(caller.userId)) !== undefined || challenge === undefined) return null
  const held = await findProved(title, { proof, challenge }, context)
  if (held === undefined) return null
  await deps.limits.proofs.refund(caller.userId)
  const isAdopted = await unlessMissing(adopt(held, proof, context))
  return isAdopted ? readUploadState(role, tag, context) : null
}

async function findProved(
  owner: StoredTitle,
  { proof, challenge }: { proof: Proof; challenge: ChallengeRow },
  context: Context,
): Promise<UploadRow | undefined> {
  const { size, sample } = challenge
  const held = await findStoredFile(context, { owner, size, sample, digest: proof.digest })
  if (held === undefined) return undefined
  const expected = await unlessMissing(answerTo(challenge, storedFile(context.deps.blobs, held)))
  return expected === proof.proof ? held : undefined
}

/**
 * The title gets an object of its own, so that whatever happens to the other title leaves it whole. The object is there
 * before the row that names it: a crash in between leaves a name too many, never a row without its bytes.
 */
async function adopt(held: UploadRow, proof: Proof, context: Context): Promise<true | undefined> {
  const { scope, deps } = context
  const { tag, role, identifier, fileName } = proof
  const file = { tag, role, identifier, fileName, size: held.size, chunks: held.chunks }
  const upload = newUpload(file, context)
  await deps.blobs.copy(held.blobKey, upload.blobKey)
  let replaced: UploadRow | undefined
  try {
    replaced = await deps.db.transaction(async tx => {
      const title = await lockTitle(scope, tx, tag)
      const current = await findUpload(scope, tx, { tag, role })
      await startReceiving(tx, { title, file, current, isFirstChunk: true }, context)
      const { id } = await replaceUpload(tx, { ...upload, nextChunk: held.chunks + 1 })
      await copyChunks(tx, { from: held, to: id })
      return current
    })
  } catch (error) {
    await deps.blobs.remove(upload.blobKey)
    throw error
  }
  if (replaced?.state === 'receiving') await deps.blobs.parts.abandon(replaced.blobKey)
  return true
}

/** Stored content may go at any moment, as its title is deleted or its file replaced; then it isn't held any more. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    const isMissing =
      isKinoraError(error) &&
      (error.code === 'notFound' || error.issues.some(issue => issue.code === 'upload.unreadable'))
    if (isMissing) return undefined
    throw error
  })
}

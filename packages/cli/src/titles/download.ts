import { binary, everyRole, get, isKinoraError, KinoraError, type Title } from '@kinora/core'
import * as z from 'zod'
import { explain } from '../kernel/exit.ts'
import { namesStdout, placeFor, saveAnswer, toFileName } from '../kernel/save-answer.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { findTitle } from './find.ts'
import { chunkTreeOf } from './verify.ts'

/** It hands out bytes and stands beside the contract. */
const original = get('/media/raw/{tag}', {
  summary: text('titles.download'),
  input: z.object({ tag: z.string() }),
  output: binary('application/octet-stream'),
  allow: everyRole,
})

/**
 * The uploaded file as it came. Without `output` it gets the name that it was uploaded with, and replaces nothing. One that is
 * interrupted stays as a part beside it; the same command goes on there, and the whole is proved by its digest.
 */
export async function downloadTitle(
  session: Session,
  tag: string,
  output: string | undefined,
): Promise<void> {
  const { files } = session.world
  const title = await findTitle(session, tag)
  if (title.rawVideoFileUrl === null || title.fileDigest === null)
    throw new KinoraError('notFound', { detail: text('verify.noFile', { tag }) })
  const name = toFileName(title.fileName ?? tag)
  const path = output === undefined ? name : await placeFor(session, output, name)
  if (output === undefined && (await files.isFile(path)))
    throw explain('conflict', { what: text('download.exists', { path }), how: text('download.existsHow') })
  if (namesStdout(path) || (await files.exists(path))) {
    const body = await bodyOf(session, tag)
    return saveAnswer(session, { body }, path)
  }
  await downloadInParts(session, title, path)
}

async function downloadInParts(session: Session, title: Title, path: string): Promise<void> {
  const { files } = session.world
  const { tag, fileDigest } = title
  const part = `${path}.${toFileName(fileDigest!.slice(0, 12))}.part`
  const held = (await files.isFile(part)) ? (await files.open(part)).size : 0
  if (held < (title.fileSize ?? 0)) {
    if (held > 0) session.print.note(text('download.resumes', { path: part }))
    await files.append(part, await bodyOf(session, tag, held)).catch((error: unknown) => {
      if (isKinoraError(error) && error.code === 'invalid') throw error
      session.print.warn(text('download.kept', { path: part }))
      throw error
    })
  }
  if (held > 0 && (await chunkTreeOf(session, await files.open(part))) !== fileDigest) {
    await files.remove(part)
    throw new KinoraError('refused', { detail: text('download.damaged', { path: part }) })
  }
  await files.rename(part, path)
  session.print.done(text('api.saved', { path }))
}

/** From a byte on. */
async function bodyOf(session: Session, tag: string, from = 0): Promise<ReadableStream<Uint8Array>> {
  const headers: Record<string, string> = from === 0 ? {} : { range: `bytes=${from}-` }
  const { body } = await (await session.send())(original, { tag }, { headers })
  return untilInterrupted(body as ReadableStream<Uint8Array>, session.world.interrupted)
}

/** A long download ends with Ctrl-C. */
const untilInterrupted = (body: ReadableStream<Uint8Array>, signal: AbortSignal) =>
  body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal })

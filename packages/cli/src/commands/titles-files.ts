import { binary, CHUNK_SIZE, everyRole, get, isKinoraError, KinoraError, type Title } from '@kinora/core'
import * as z from 'zod'
import { createSha256 } from '../adapters/system.ts'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { explain } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { withSpinner } from '../kernel/progress.ts'
import { isStdoutPath, outputPathFor, saveResponse, toFileName } from '../kernel/save-response.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { findTitle } from '../titles/find.ts'
import {
  chunkTreeOf,
  damagedFile,
  partName,
  readDigest,
  showMade,
  verifiedFields,
  verifyFile,
} from '../titles/verify.ts'

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
async function downloadTitle(session: Session, tag: string, output: string | undefined): Promise<void> {
  const { files } = session.world
  const found = await findTitle(session, tag)
  if (found.rawVideoFileUrl === null)
    throw new KinoraError('notFound', { detail: text('verify.noFile', { tag }) })
  const title = { ...found, fileDigest: found.fileDigest ?? (await readDigest(session, tag)) }
  const name = toFileName(title.fileName ?? tag)
  const path = output === undefined ? name : await outputPathFor(session, output, name)
  if (output === undefined && (await files.isFile(path)))
    throw explain('conflict', {
      what: safe`${path} already exists`,
      how: 'Name another file, or this one to replace it: -o FILE',
    })
  if (isStdoutPath(path) || (await files.exists(path))) {
    const check = digesting(title.fileDigest)
    const body = (await bodyOf(session, tag)).pipeThrough(check.stream)
    // A tick comes from `saveResponse` once all is written: what is damaged fails its last piece.
    return saveResponse(session, { body }, path).catch((error: unknown) => {
      throw check.isDamaged() ? damagedFile(session, tag, 'damaged') : error
    })
  }
  await downloadInParts(session, title, path)
}

async function downloadInParts(
  session: Session,
  title: Title & { fileDigest: string },
  path: string,
): Promise<void> {
  const { files } = session.world
  const { tag, fileDigest } = title
  const part = `${path}.${toFileName(fileDigest.slice(0, 12))}.part`
  const held = (await files.isFile(part)) ? (await files.open(part)).size : 0
  if (held < (title.fileSize ?? 0)) {
    if (held > 0) session.print.note(safe`going on with ${part}`)
    await files.append(part, await bodyOf(session, tag, held)).catch((error: unknown) => {
      if (isKinoraError(error) && error.code === 'invalid') throw error
      session.print.warn(safe`What has arrived is in ${part}. The same command goes on there.`)
      throw error
    })
  }
  if ((await chunkTreeOf(session, await files.open(part))) !== fileDigest) {
    await files.remove(part)
    if (held === 0) throw damagedFile(session, tag, 'damaged')
    throw new KinoraError('refused', {
      detail: safe`${part} was damaged and is removed. Download the file again.`,
    })
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

/** Passes bytes on and fails at their end where they aren't those of the digest. */
function digesting(fileDigest: string) {
  const tree = createSha256()
  let chunk = createSha256()
  let filled = 0
  let damaged = false
  const endChunk = (): void => {
    tree.update(chunk.digest())
    chunk = createSha256()
    filled = 0
  }
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      for (let at = 0; at < piece.byteLength; ) {
        const taken = piece.subarray(at, at + CHUNK_SIZE - filled)
        chunk.update(taken)
        at += taken.byteLength
        filled += taken.byteLength
        if (filled === CHUNK_SIZE) endChunk()
      }
      controller.enqueue(piece)
    },
    flush() {
      if (filled > 0) endChunk()
      damaged = tree.digest('hex') !== fileDigest
      if (damaged) throw new KinoraError('conflict')
    },
  })
  return { stream, isDamaged: () => damaged }
}

/** VAL-27, OPS-02: proves that the platform holds a file, byte for byte, and that what it serves of it is as it was stored. */
export const addVerify: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<file>', text('argument.localFile'))
    .hook('preAction', printing(session, verifiedFields))
    .action((tag: string, path: string) => verifyTitle(session, tag, path))
  addExamples(command, ['TAG class.mp4'])
}

/** The uploaded file as it came; an interrupted download goes on. */
export const addDownload: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .option(
      '-o, --output <file>',
      'write to this file, or - for stdout; defaults to the name it was uploaded with',
    )
    .action((tag: string, { output }: { output?: string }) => downloadTitle(session, tag, output))
  addExamples(command, ['TAG', 'TAG -o original.mp4'])
}

async function verifyTitle(session: Session, tag: string, path: string): Promise<void> {
  const file = await session.world.files.open(path)
  const title = await findTitle(session, tag)
  const verified = await withSpinner(session, text('wait.verify', { name: file.name }), () =>
    verifyFile(session, title, file),
  )
  session.print.record(verified, [
    ['tag', tag],
    ['file', verified.fileName],
    ['sha-256', verified.sha256],
    ['chunk tree', verified.chunkTree],
    ...verified.made.map(part => [partName(part), part.problem ?? 'as it was stored'] as const),
  ])
  if (verified.stored) session.print.done(safe`${file.name} is stored for ${tag}, byte for byte`)
  showMade(session, verified)
}

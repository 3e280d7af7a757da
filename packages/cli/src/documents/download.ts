import { documents, downloadDocument, en, KinoraError } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import { createBar } from '../kernel/progress.ts'
import { namesStdout, placeFor, saveAnswer, toFileName } from '../kernel/save-answer.ts'
import type { Session } from '../kernel/session.ts'
import type { Files } from '../kernel/world.ts'

/** Bytes that are written at once. */
const PIECE = 262_144

interface Wanted {
  tenantId: string
  documentId: string
  output: string | undefined
}

/**
 * DOC-06: into a file beside the one that is wanted, which takes its place once all of it is there and is what the server
 * has. A command that was interrupted or killed goes on where it stood.
 */
export async function downloadCommand(session: Session, wanted: Wanted): Promise<void> {
  const { world, print } = session
  const send = await session.send()
  const { tenantId, documentId, output } = wanted
  const signal = world.interrupted
  if (output !== undefined && namesStdout(output))
    return saveAnswer(session, await send(documents.download, { tenantId, documentId }, { signal }), output)
  const { digest, documentName, size } = await send(documents.view, { tenantId, documentId }, { signal })
  const path = output === undefined ? toFileName(documentName) : await placeFor(session, output, documentName)
  // What isn't a file, such as a pipe, has no place beside it and is never replaced by one.
  if (output !== undefined && (await world.files.exists(path)) && !(await world.files.isFile(path)))
    return saveAnswer(session, await send(documents.download, { tenantId, documentId }, { signal }), path)
  if (output === undefined && (await world.files.exists(path)))
    throw explain('conflict', {
      what: safe`${path} is there already`,
      how: 'Name another file with --output, or the same to replace it.',
    })
  const part = `${path}.${toFileName(digest.slice(0, 12))}.part`
  const bytes = (await world.files.isFile(part)) ? (await world.files.open(part)).size : 0
  print.note(en['success.downloadingFile'])
  const bar = await createBar(session, { label: documentName, total: size, unit: 'bytes' })
  const sink = partSink(world.files, part)
  try {
    if (bytes < size || bytes === 0)
      await downloadDocument(send, {
        ...{ tenantId, documentId, sink, signal },
        begun: bytes > 0 && bytes < size ? { bytes, digest } : undefined,
        onProgress: ({ done }) => bar.update(done),
        sleep: (milliseconds, ended) => world.clock.sleep(milliseconds, ended),
      })
  } finally {
    await sink.flush()
    bar.end()
  }
  await finish(world.files, { part, path, digest })
  print.record({ documentId, path, size }, [['file', path]])
  print.done(en['success.downloadComplete'])
}

/** What came is proved before it takes the place of anything. */
async function finish(files: Files, { part, path, digest }: Record<'part' | 'path' | 'digest', string>) {
  if ((await (await files.open(part)).sha256()) !== digest) {
    await files.remove(part)
    throw new KinoraError('conflict', { detail: en['document.changed'] })
  }
  await files.rename(part, path)
}

/** Pieces are gathered: each write is on the disk before the next. */
function partSink(files: Files, part: string) {
  let waiting: Uint8Array[] = []
  let size = 0
  const flush = async () => {
    if (size === 0) return
    const body = new Blob(waiting as Uint8Array<ArrayBuffer>[]).stream()
    waiting = []
    size = 0
    await files.append(part, body)
  }
  return {
    flush,
    async write(piece: Uint8Array) {
      waiting.push(piece)
      size += piece.byteLength
      if (size >= PIECE) await flush()
    },
    async restart() {
      waiting = []
      size = 0
      await files.remove(part)
    },
  }
}

import { binary, everyRole, get, KinoraError } from '@kinora/core'
import * as z from 'zod'
import { explain } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { saveAnswer } from '../kernel/save-answer.ts'
import type { Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'
import { text } from '../texts.ts'
import { findTitle } from '../titles/find.ts'
import { verifiedFields, verifyFile } from '../titles/verify.ts'

/** VAL-27: proves that the platform holds a file, byte for byte. */
export const addVerify: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<file>', text('argument.localFile'))
    .hook('preAction', printing(session, verifiedFields))
    .action((tag: string, path: string) => verifyTitle(session, tag, path))
}

/** The uploaded file as it came. */
export const addDownload: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .option('-o, --output <file>', text('download.output'))
    .action((tag: string, { output }: { output?: string }) => downloadTitle(session, tag, output))
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
  ])
  session.print.done(text('verify.done', { name: file.name, tag }))
}

/** It hands out bytes and stands beside the contract. */
const original = get('/media/raw/{tag}', {
  summary: text('titles.download'),
  input: z.object({ tag: z.string() }),
  output: binary('application/octet-stream'),
  allow: everyRole,
})

/** Without `--output` it gets the name that it was uploaded with, and replaces nothing. */
async function downloadTitle(session: Session, tag: string, output: string | undefined): Promise<void> {
  const { files } = session.world
  const { fileName, rawVideoFileUrl } = await findTitle(session, tag)
  if (rawVideoFileUrl === null) throw new KinoraError('notFound', { detail: text('verify.noFile', { tag }) })
  const path = output ?? (fileName ?? tag).replaceAll(/[/\\]/g, '_')
  if (output === undefined && (await files.isFile(path)))
    throw explain('conflict', { what: text('download.exists', { path }), how: text('download.existsHow') })
  const { body } = await (await session.send())(original, { tag })
  const stream = body as ReadableStream<Uint8Array>
  await saveAnswer(session, { body: untilInterrupted(stream, session.world.interrupted) }, path)
}

/** A long download ends with Ctrl-C, and what was there before stays. */
const untilInterrupted = (body: ReadableStream<Uint8Array>, signal: AbortSignal) =>
  body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal })

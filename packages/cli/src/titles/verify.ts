import { KinoraError, type Title } from '@kinora/core'
import { createChunkReader, defaultSettings, toFileSource } from '@kinora/core/uploads'
import { safe } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/hints.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { LocalFile } from '../kernel/world.ts'

/** What was compared, and by what; `--json` may name its fields. */
interface Verified {
  tag: string
  fileName: string
  sha256: string | null
  chunkTree: string
}

export const verifiedFields = ['tag', 'fileName', 'sha256', 'chunkTree'] as const satisfies (keyof Verified)[]

/** Throws `conflict` unless the title's stored file is this one, byte for byte. */
export async function verifyFile(session: Session, title: Title, file: LocalFile): Promise<Verified> {
  const { tag, fileDigest, fileSha256, rawVideoFileUrl } = title
  if (rawVideoFileUrl === null) throw new KinoraError('notFound', { detail: text('verify.noFile', { tag }) })
  const chunkTree = await chunkTreeOf(session, file)
  const sha256 = fileSha256 === null ? null : await file.sha256()
  if (chunkTree !== (fileDigest ?? chunkTree) || sha256 !== fileSha256) throw otherFile(session, title, file)
  if (chunkTree !== (await readDigest(session, tag))) throw otherFile(session, title, file)
  return { tag, fileName: file.name, sha256, chunkTree }
}

/** OPS-02: the server reads its bytes; throws `conflict` where they are gone or damaged. One that nobody had read is believed. */
export async function readDigest(session: Session, tag: string): Promise<string> {
  const { titles } = await session.api()
  const stored = await titles.verify({ tag }, { timeout: 0, signal: session.world.interrupted })
  if (!stored.isIntact) throw damagedFile(session, tag, stored.sha256 === null ? 'gone' : 'damaged')
  return stored.chunkTree!
}

/** The file that the platform has is not what was uploaded; the way back is another upload. */
export const damagedFile = (session: Session, tag: string, what: 'gone' | 'damaged'): KinoraError =>
  explain('conflict', {
    what:
      what === 'gone'
        ? safe`The stored file of ${tag} is gone: the platform has its row but no bytes.`
        : safe`The stored file of ${tag} is damaged: its bytes are not those that were uploaded.`,
    how: safe`Keep your own copy and upload it again: kinora titles upload FILE --tag ${tag} --replace${contextFlags(session)}`,
  })

/** SHA-256 over the chunk digests, by which the platform knows a file. */
export function chunkTreeOf({ world }: Session, file: LocalFile): Promise<string> {
  const reader = createChunkReader(toFileSource(file), defaultSettings.chunkSize)
  return reader.digestOf(reader.total, world.interrupted)
}

export const otherFile = (
  session: Session,
  { tag, fileName, fileSize }: Title,
  file: LocalFile,
): KinoraError =>
  explain('conflict', {
    what: safe`${file.name} is not the file stored for ${tag}`,
    why: safe`Stored is ${fileName ?? ''} with ${fileSize ?? 0} bytes; the local file has ${file.size}.`,
    how: safe`Download what is stored: kinora titles download ${tag} -o FILE${contextFlags(session)}`,
  })

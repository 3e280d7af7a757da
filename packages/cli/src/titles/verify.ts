import {
  isKinoraError,
  KinoraError,
  type Title,
  titles,
  type VerifiedFile,
  type VerifiedPart,
} from '@kinora/core'
import { createChunkReader, defaultSettings, toFileSource } from '@kinora/core/uploads'
import { safe } from '../kernel/cells.ts'
import { exitCodes, explain } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { LocalFile } from '../kernel/world.ts'

/** What was compared, and by what; `--json` may name its fields. */
interface Verified {
  tag: string
  fileName: string
  sha256: string | null
  chunkTree: string
  /** Whether the platform holds the file itself, rather than only what it made of it. */
  stored: boolean
  /** What is served of the title, as it was read just now. */
  made: VerifiedPart[]
}

export const verifiedFields: readonly (keyof Verified)[] = [
  'tag',
  'fileName',
  'sha256',
  'chunkTree',
  'stored',
  'made',
]

/** Throws `conflict` unless the title's stored file is this one, byte for byte; tells how what is served of it stands (OPS-02). */
export async function verifyFile(session: Session, title: Title, file: LocalFile): Promise<Verified> {
  const { tag, fileDigest, fileSha256, rawVideoFileUrl } = title
  if (rawVideoFileUrl === null) return verifyMade(session, tag, file)
  const chunkTree = await chunkTreeOf(session, file)
  const sha256 = fileSha256 === null ? null : await file.sha256()
  if (chunkTree !== (fileDigest ?? chunkTree) || sha256 !== fileSha256) throw otherFile(session, title, file)
  const stored = await readStored(session, tag, true)
  if (chunkTree !== stored.chunkTree) throw otherFile(session, title, file)
  return { tag, fileName: file.name, sha256, chunkTree, stored: true, made: stored.made }
}

/** Nothing is left to compare the file with; throws `notFound` where nothing was made of one either. */
async function verifyMade(session: Session, tag: string, file: LocalFile): Promise<Verified> {
  const { made } = await askStored(session, tag, true).catch((error: unknown) => {
    if (!isKinoraError(error) || error.code !== 'notFound') throw error
    throw new KinoraError('notFound', { detail: text('verify.noFile', { tag }) })
  })
  const chunkTree = await chunkTreeOf(session, file)
  return { tag, fileName: file.name, sha256: null, chunkTree, stored: false, made }
}

/** The digest of the chunks of its bytes now. One that nobody had read is believed. */
export const readDigest = async (session: Session, tag: string): Promise<string> =>
  (await readStored(session, tag, false)).chunkTree!

/** OPS-02: the server reads its bytes; throws `conflict` where they are gone or damaged. */
async function readStored(session: Session, tag: string, made: boolean): Promise<VerifiedFile> {
  const stored = await askStored(session, tag, made)
  if (!stored.isIntact) throw damagedFile(session, tag, stored.sha256 === null ? 'gone' : 'damaged')
  return stored
}

const askStored = async (session: Session, tag: string, made: boolean): Promise<VerifiedFile> =>
  (await session.send())(titles.verify, { tag, made }, { timeout: 0 })

interface Lost {
  /** As it is typed. */
  tag: string
  language?: string | null
  context?: string
}

/** What brings back what is served of a title and was lost. */
export function wayBack(part: VerifiedPart['part'], { tag, language, context = '' }: Lost): string {
  if (part === 'stream') return `Process it again: kinora titles retry ${tag}${context}`
  if (part === 'cover') return `Take it again: kinora titles cover ${tag}${context}`
  if (part === 'captions')
    return `Add them again: kinora captions add ${tag} FILE --language ${language ?? 'LANGUAGE'} --replace${context}`
  return `Upload the trailer again: kinora titles upload FILE --tag ${tag} --trailer${context}`
}

/** A line for each part that isn't as it was stored, with the way back; the exit code says so. */
export function showMade(session: Session, { tag, fileName, stored, made }: Verified): void {
  const context = contextFlags(session)
  if (!stored) {
    session.print.fail(
      safe`${tag} is served without its original: the platform has lost it, and ${fileName} can’t be compared. Keep your own copy and upload it again: kinora titles upload FILE --tag ${quoted(tag)} --replace${context}`,
    )
    session.code = exitCodes.partly
  }
  for (const part of made) {
    if (part.problem === null) continue
    const way = wayBack(part.part, { tag: quoted(tag), language: part.language, context })
    session.print.fail(safe`${partName(part)} of ${tag}: ${part.problem}. ${way}`)
    session.code = exitCodes.partly
  }
}

const partNames: Readonly<Record<VerifiedPart['part'], string>> = {
  stream: 'stream',
  trailer: 'trailer',
  trailerFile: 'uploaded trailer',
  captions: 'captions',
  cover: 'cover',
}

/** `captions en-GB` */
export const partName = ({ part, language }: VerifiedPart): string =>
  language === null ? partNames[part] : `${partNames[part]} ${language}`

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

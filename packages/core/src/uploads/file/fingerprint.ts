import { unreadable } from '../../kernel/byte-source.ts'
import type { FileSource, UploadTarget } from '../ports.ts'
import type { TimedFile } from './reader.ts'

const SAMPLE = 262_144

/** SHA-256 of bytes, computed off the main thread by the platform. */
export async function sha256(bytes: BufferSource): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(2 * at, 2 * at + 2), 16),
  )
}

/** SHA-256 over chunk digests in their order: proves a whole file without reading it twice. */
export async function digestOfDigests(digests: readonly Uint8Array[]): Promise<string> {
  return toHex(await sha256(join(digests)))
}

/**
 * Names an upload by title, role and content, not by who sends it: another file for the same title is a re-upload,
 * and the same file is known again on any machine and by every colleague (who may see the title is the server's to say).
 */
export async function fingerprint(file: FileSource, target: UploadTarget): Promise<string> {
  return toHex(await sha256(join([await sha256(encode([target.tag, target.role])), await sample(file)])))
}

/** Names a content, whatever it is for, by its size and samples (first, middle and last part): cheap, and no proof. */
export async function sampleOf(file: FileSource): Promise<string> {
  return toHex(await sample(file))
}

async function sample(file: FileSource): Promise<Uint8Array> {
  const starts = file.size <= 3 * SAMPLE ? [0] : [0, Math.floor((file.size - SAMPLE) / 2), file.size - SAMPLE]
  const length = starts.length === 1 ? file.size : SAMPLE
  const samples: Uint8Array[] = []
  for (const start of starts) samples.push(await readBytes(file, start, start + length))
  return sha256(join([await sha256(encode([file.size])), ...samples]))
}

const encode = (facts: readonly (string | number)[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(facts))

/** The bytes of a part of a file; a file that shrank or can't be read any more is `upload.unreadable`. */
export async function readBytes(
  file: FileSource & Partial<TimedFile>,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const read = file.read?.(start, end) ?? (await file.slice(start, end)).arrayBuffer()
    const bytes = new Uint8Array(await read)
    if (bytes.byteLength === end - start) return bytes
  } catch (cause) {
    throw unreadable(cause)
  }
  throw unreadable()
}

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

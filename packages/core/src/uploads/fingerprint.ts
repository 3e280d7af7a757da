import { KinoraError } from '../kernel/errors.ts'
import type { FileSource, UploadTarget } from './ports.ts'

const SAMPLE = 262_144

/** SHA-256 of bytes, computed off the main thread by the platform. */
export async function sha256(bytes: BufferSource): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256 over chunk digests in their order: proves a whole file without reading it twice. */
export async function digestOfDigests(digests: readonly Uint8Array[]): Promise<string> {
  return toHex(await sha256(join(digests)))
}

/**
 * Names an upload by user, title, role, size and samples of the content (first, middle and last part), so that
 * another file for the same title is a re-upload and the same file is known again on any machine.
 */
export async function fingerprint(file: FileSource, target: UploadTarget, userId: string): Promise<string> {
  const owner = new TextEncoder().encode(JSON.stringify([userId, target.tag, target.role, file.size]))
  const starts = file.size <= 3 * SAMPLE ? [0] : [0, Math.floor((file.size - SAMPLE) / 2), file.size - SAMPLE]
  const length = starts.length === 1 ? file.size : SAMPLE
  const samples: Uint8Array[] = []
  for (const start of starts) samples.push(await readBytes(file, start, start + length))
  return toHex(await sha256(join([await sha256(owner), ...samples])))
}

/** The bytes of a part of a file; a file that shrank or can't be read any more is `upload.unreadable`. */
export async function readBytes(
  file: FileSource,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = new Uint8Array(await (await file.slice(start, end)).arrayBuffer())
    if (bytes.byteLength === end - start) return bytes
  } catch (cause) {
    throw unreadable(cause)
  }
  throw unreadable()
}

export const unreadable = (cause?: unknown): KinoraError =>
  new KinoraError('refused', { issues: [{ path: 'file', code: 'upload.unreadable' }], cause })

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

import type { FormParts } from '@kinora/core'
import { BufferBlob } from './buffered-part.ts'

export interface MultipartBody {
  headers: Record<string, string>
  pieces: Uint8Array[]
}

/** The form as it goes over the line: the files' own bytes between small pieces of text, nothing copied. */
export async function encodeMultipart(parts: FormParts): Promise<MultipartBody> {
  const boundary = `kinora-${crypto.randomUUID()}`
  const pieces: Uint8Array[] = []
  let text = ''
  for (const [name, value] of parts) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`
    if (typeof value === 'string') {
      text += `\r\n\r\n${value}\r\n`
      continue
    }
    const fileName = (value as { name?: string }).name ?? 'blob'
    text += `; filename="${quoted(fileName)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`
    pieces.push(Buffer.from(text), await bytesOf(value))
    text = '\r\n'
  }
  pieces.push(Buffer.from(`${text}--${boundary}--\r\n`))
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(length),
    },
    pieces,
  }
}

const bytesOf = async (value: Blob): Promise<Uint8Array> =>
  value instanceof BufferBlob ? value.buffer : new Uint8Array(await value.arrayBuffer())

const quoted = (name: string): string => name.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22')

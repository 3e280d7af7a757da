/** A part of a file whose digest is wanted of a worker; answered by `PartAnswer` with the same number. */
export interface PartQuestion {
  number: number
  file: Blob
  start: number
  end: number
}

export interface PartAnswer {
  number: number
  /** Undefined where the part can't be read (any more). */
  digest: Uint8Array<ArrayBuffer> | undefined
}

/** SHA-256 of the bytes from `start` up to `end`; rejects when they can't be read, or not all of them. */
export async function digestOfPart(file: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await file.slice(start, end).arrayBuffer()
  if (bytes.byteLength !== end - start) throw new DOMException('The file has changed', 'NotReadableError')
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

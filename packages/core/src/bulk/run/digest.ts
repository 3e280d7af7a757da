/** SHA-256 in lower-case hex, of text or of a file read piece by piece into one digest of digests. */
export async function digestText(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')
}

const PIECE = 4_194_304

/** Names the content of a catalogue: equal for equal bytes. */
export async function digestBlob(blob: Blob): Promise<string> {
  const digests: string[] = []
  for (let start = 0; start < blob.size; start += PIECE) {
    const bytes = await blob.slice(start, start + PIECE).arrayBuffer()
    const digest = await crypto.subtle.digest('SHA-256', bytes)
    digests.push(Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join(''))
  }
  return digestText(digests.join())
}

import { readFile } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { Encoding, FilesPort } from '../ports/files.ts'

/** Files below a folder; paths that leave it (path traversal) are refused. */
export function createFolderFiles(folder: string): FilesPort {
  const root = resolve(folder)
  return {
    async read(path, accepted = []) {
      const file = resolve(root, `.${safeDecode(path)}`)
      if (!file.startsWith(root + sep) || file.includes('\0')) return undefined
      const contentType = getMimeType(file) ?? 'application/octet-stream'
      for (const encoding of accepted) {
        const bytes = await readFile(file + endings[encoding]).catch(() => undefined)
        if (bytes !== undefined) return { bytes, contentType, encoding }
      }
      const bytes = await readFile(file).catch(() => undefined)
      return bytes && { bytes, contentType }
    },
  }
}

/** What the build puts beside a file that packs well. */
const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}

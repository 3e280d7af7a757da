import { readFile } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import type { Encoding, FilesPort } from '../ports/files.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Files below a folder and never beside it. */
export function createFolderFiles(folder: string): FilesPort {
  const root = resolve(folder)
  return {
    async read(path, accepted = []) {
      const file = resolve(root, `.${safeDecode(path)}`)
      if (!file.startsWith(root + sep) || file.includes('\0')) return undefined
      const contentType = types[extname(file)] ?? 'application/octet-stream'
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

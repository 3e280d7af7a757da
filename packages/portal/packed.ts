import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const pack = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
}

/** Puts a `.br` and a `.gz` beside every text of the build, so that the server sends the smallest without any work. */
export function packed(): Plugin {
  return {
    name: 'kinora:packed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true })
      for (const name of names.filter(each => /\.(js|css|html|svg)$/.test(each))) {
        const bytes = await readFile(join(dir, name))
        for (const [ending, packBytes] of Object.entries(pack))
          await writeFile(join(dir, `${name}.${ending}`), await packBytes(bytes))
      }
    },
  }
}

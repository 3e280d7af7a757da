import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Measured } from './measure.ts'

const assets = join(import.meta.dirname, '../packages/portal/dist/assets')

/** Script that the sign-in page and the title list load, gzipped, against the limit of 100 kB. */
export function scriptSize(): Measured[] {
  const html = readFileSync(join(assets, '../index.html'), 'utf8')
  const entry = html.match(/assets\/([\w.-]+\.js)/)![1]!
  const wanted = new Set<string>()
  const follow = (name: string) => {
    if (wanted.has(name)) return
    wanted.add(name)
    const source = readFileSync(join(assets, name), 'utf8')
    for (const [, next] of source.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) follow(next!)
  }
  follow(entry)
  for (const name of readdirSync(assets)) if (/^titles-.*\.js$/.test(name)) follow(name)
  const bytes = [...wanted].reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0)
  return [
    {
      name: 'script for sign-in and title list',
      ours: bytes / 1000,
      peer: 100,
      peerName: '100 kB',
      limit: 1,
      unit: 'kB',
    },
  ]
}

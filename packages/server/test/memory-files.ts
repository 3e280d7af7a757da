import { MemoryFS } from '@electric-sql/pglite'

/** Where PGlite looks for its database. */
const HOME = '/pglite/data'
/** What PostgreSQL copies for a new database, a third of all bytes; PGlite has one and makes no other. */
const templates = /^\/?base\/[14]\//

/** Files in memory that begin as a dump has them. PGlite's own loading takes twice the time: it looks up every folder for every file. */
export class MemoryFiles extends MemoryFS {
  readonly #tar: Buffer

  /** A whole database as one uncompressed file, as `dump()` makes it. */
  constructor(tar: Buffer) {
    super()
    this.#tar = tar
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module
    for (const { name, bytes } of entriesOf(this.#tar)) {
      if (templates.test(name)) continue
      const path = `${HOME}/${name}`
      if (bytes === undefined) FS.mkdirTree(path)
      else FS.writeFile(path, bytes)
    }
  }
}

/** Of a tar file, folders before what is in them; folders have no bytes. */
function* entriesOf(tar: Buffer): Generator<{ name: string; bytes?: Buffer }> {
  const text = (at: number, length: number) => tar.toString('latin1', at, at + length).replace(/\0.*/s, '')
  for (let at = 0; tar[at]; ) {
    const name = text(at, 100).replace(/^\/|\/$/g, '')
    const size = Number.parseInt(text(at + 124, 12), 8)
    const isFolder = text(at + 156, 1) === '5'
    yield { name, ...(!isFolder && { bytes: tar.subarray(at + 512, at + 512 + size) }) }
    at += 512 + Math.ceil(size / 512) * 512
  }
}

import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Migration } from './kernel/db/migrate.ts'

const folder = new URL('../migrations/', import.meta.url)

/** Every script of the folder `migrations` in the order of its number; the comment at its head isn't part of what runs. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(fileURLToPath(folder))).sort()
  return Promise.all(
    files.map(async file => {
      const [, id, name] = /^(\d{4})_(.*)\.sql$/.exec(file) ?? []
      if (id === undefined || name === undefined)
        throw new Error(`migrations/${file} isn’t named as 0059_members.sql is.`)
      const text = await readFile(new URL(file, folder), 'utf8')
      return { id: Number(id), name, sql: text.replace(/^(--.*\n)+/, '') }
    }),
  )
}

import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type OpenPGlite, openPglite } from './pglite.ts'
import { assertSessions, type OpenPostgres, openPostgres } from './postgres.ts'

/** The database of the configuration; `dataDir` is where the embedded one lies, as an absolute path. */
export async function openDatabase(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  dataDir: string,
  onError: (error: unknown) => void,
): Promise<OpenPGlite | OpenPostgres> {
  if (databaseUrl !== undefined) {
    const database = openPostgres({ url: databaseUrl, onError })
    try {
      await assertSessions(database)
    } catch (error) {
      await database.close()
      throw error
    }
    return database
  }
  return openPglite({ dataDir: databaseFolder(dataDir), maintenance: { onError } })
}

export const databaseFolder = (dataDir: string): string => join(dataDir, 'database')

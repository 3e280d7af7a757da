import { openDatabase } from '../packages/server/src/adapters/database/open.ts'
import type { Database } from '../packages/server/src/ports/db.ts'
import type { Rig } from './rig.ts'

/** Works on the database itself while the server is down, with what a kill left there, and starts the server again. */
export async function inDatabase<T>(rig: Rig, work: (db: Database) => Promise<T>): Promise<T> {
  const { server, databaseUrl } = rig
  await server.kill()
  const database = await openDatabase({ databaseUrl }, server.dataDir, error => {
    throw error
  })
  const result = await work(database.db).finally(() => database.close())
  await rig.restart()
  return result
}

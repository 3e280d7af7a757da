import { sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/rows-of.ts'
import type { Database } from '../ports/db.ts'
import type { JobsPort } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { FolderLock } from './folder-lock.ts'

/** Says in the database that this start owns the folder from now on; gives its epoch. */
export async function claimFolder(db: Database, { folder, owner }: FolderLock): Promise<number> {
  const [row] = await rowsOf<{ epoch: number }>(
    db,
    sql`INSERT INTO folder_owners (folder, owner) VALUES (${folder}, ${owner})
      ON CONFLICT (folder) DO UPDATE SET owner = excluded.owner, epoch = folder_owners.epoch + 1, since = now()
      RETURNING epoch`,
  )
  return row!.epoch
}

interface Claim {
  db: Database
  lock: FolderLock
  epoch: number
  log: Log
}

/**
 * Jobs that are taken up only while the folder and the database both name this start as the owner. One that was overtaken, on
 * a disk whose locks don't hold, works no more and gives back what it had; the owner takes that up.
 */
export function whileOwned(jobs: JobsPort, { db, lock, epoch, log }: Claim): JobsPort {
  const isOwned = async (): Promise<boolean> => {
    const { folder, owner } = lock
    const found = await rowsOf(
      db,
      sql`SELECT 1 FROM folder_owners WHERE (folder, owner, epoch) = (${folder}, ${owner}, ${epoch})`,
    )
    return found.length > 0 && (await lock.isHeld())
  }
  return {
    ...jobs,
    work: (queue, options, handler) =>
      jobs.work<Parameters<typeof handler>[0]>(queue, options, async (data, job) => {
        if (await isOwned()) return handler(data, job)
        log.error({ queue }, 'another Kinora has taken the data folder over: this one works no more')
        void jobs.stop().catch((error: unknown) => log.error({ err: error }, 'job queue'))
        throw new Error('the data folder has another owner')
      }),
  }
}

import { type Database, isDeadlock } from '../../ports/db.ts'

const MAX_TRIES = 4

/**
 * A transaction that the database chose to end a deadlock is taken back as a whole, so it is tried again. Its work may run
 * more than once.
 */
export function retryDeadlocks(db: Database): Database {
  const begin = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    for (let tries = 1; ; tries++) {
      try {
        return await begin(work, config)
      } catch (error) {
        if (tries === MAX_TRIES || !isDeadlock(error)) throw error
      }
    }
  }
  return db
}

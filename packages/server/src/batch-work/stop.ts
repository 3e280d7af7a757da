import { isKinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { systemScope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { readBatch } from './rows.ts'
import type { StoredBatch } from './tables.ts'

/** Milliseconds between two looks at whether somebody wants a batch stopped. */
const LOOK = 500

export interface StopWatch {
  isAsked(): boolean
  /** Called once when a stop is asked for. */
  onAsked(listener: () => void): void
  end(): void
}

/** Sees that a batch was stopped, whichever process was asked to; a batch that is gone counts as stopped. */
export function watchForStop({ db }: Pick<Deps, 'db'>, { batchId }: StoredBatch): StopWatch {
  let asked = false
  let listener: () => void = () => undefined
  const look = async () => {
    if (asked || (await isWanted(db, batchId))) return
    asked = true
    listener()
  }
  const timer = setInterval(() => void look(), LOOK)
  return {
    isAsked: () => asked,
    onAsked(given) {
      listener = given
      if (asked) given()
    },
    end: () => clearInterval(timer),
  }
}

/** A database that doesn't answer for a moment stops nothing. */
async function isWanted(db: Database, batchId: string): Promise<boolean> {
  try {
    return (await readBatch(systemScope, db, batchId)).status === 'Processing'
  } catch (error) {
    return !isKinoraError(error)
  }
}

import type { Deps } from '../deps.ts'
import { isUnseeded, seedAdministrator, seedFoundation } from './foundation.ts'

export interface SeedOptions {
  /** Nothing but one administrator. */
  empty: boolean
  password: string
}

/** Fills a new database, once; says whether it did. */
export async function seed(deps: Deps, { empty, password }: SeedOptions): Promise<boolean> {
  if (!(await isUnseeded(deps.db))) return false
  if (empty) await seedAdministrator(deps, password)
  else await seedFoundation(deps, password)
  return true
}

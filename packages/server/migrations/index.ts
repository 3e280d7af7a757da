import type { Migration } from '../src/kernel/migrate.ts'
import { foundation } from './0001_foundation.ts'

/** Forward only, in order; one line for each file. */
export const migrations: readonly Migration[] = [foundation]

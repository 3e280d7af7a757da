import { describeDatabase } from '../src/ports/db.conformance.ts'
import { openTestPglite, openTestPostgres } from './database.ts'
import { postgresWanted } from './postgres.ts'

describeDatabase('PGlite', openTestPglite)
if (postgresWanted) describeDatabase('PostgreSQL', openTestPostgres)

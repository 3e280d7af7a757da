import * as z from 'zod'
import { Role } from '../access.ts'
import { del, get, noun } from '../kernel/endpoint.ts'
import { ForeignReferences, MissingFiles, Orphans } from './schema.ts'

const output = z.object({ orphans: z.array(Orphans) })
const allow = [Role.Admin]

export const storage = noun('storage', {
  orphans: get('/api/v1/storage/orphans', {
    summary: 'Stored files that no row names, older than a day, by kind',
    output,
    allow,
  }),
  removeOrphans: del('/api/v1/storage/orphans', {
    summary: 'Removes these files, and answers what went',
    output,
    allow,
  }),
  missing: get('/api/v1/storage/missing', {
    summary:
      'Stored files that records name and that are gone, have another size, or hold other bytes as far as they were read again, by kind (†, OPS-02)',
    output: z.object({
      missing: z.array(MissingFiles),
      /** Files and streams whose digest isn’t known yet: they are believed as they are read first, later damage is found. */
      undigested: z.int().nonnegative(),
    }),
    allow,
  }),
  references: get('/api/v1/storage/references', {
    summary:
      'Records that name what belongs to somebody else, by noun and field; they stay as they are and can’t be published (†, C-136)',
    output: z.object({ references: z.array(ForeignReferences) }),
    allow,
  }),
})

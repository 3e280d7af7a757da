import * as z from 'zod'
import { everyRole } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { FoundRow, RowSearch } from './schema.ts'

/** Search across everything that has a name (†, decision 0122). */
export const search = noun('search', {
  list: get('/api/v1/search', {
    summary: 'A few rows of each noun by name, of those whose lists the caller may read',
    input: RowSearch,
    output: z.object({ data: z.array(FoundRow) }),
    allow: everyRole,
  }),
})

import * as z from 'zod'
import { Role } from '../access.ts'
import { binary, get, noun, post } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Done, Id, LimitedText, RequiredFile } from '../kernel/fields.ts'
import { Paged, PageInput, ResultsInput } from '../kernel/pages.ts'
import { Batch, BatchDraft, BatchRow } from './schema.ts'

/** ROLE-20: all but administrators; the owner's flag is asked beside (BULK-09). */
const allow = [Role.Provider, Role.Tenant, Role.Support]
/** C-85: the token decides; only customer support names its tenant here. */
const owner = { tenantId: Id.optional() }
const one = z.object({ ...owner, id: Id })
export const batches = noun('batches', {
  list: post('/v4/bulkupload/list', {
    summary: 'Bulk upload batches, the newest first (API-45)',
    input: PageInput.extend(owner),
    output: Paged(Batch),
    allow,
  }),
  fetch: post('/v4/bulkupload/fetch', {
    summary: 'One batch with its status and the files found (API-46)',
    input: one,
    output: Batch,
    allow,
  }),
  add: post('/v4/bulkupload/add', {
    summary: 'Adds a batch from a CSV that was built from the template; nothing is processed yet (API-47)',
    input: BatchDraft.extend(owner).extend({ file: RequiredFile }),
    output: z.object({ batchId: z.string() }),
    allow,
    status: 201,
    multipart: true,
  }),
  stop: post('/v4/bulkupload/stop', {
    summary: 'Stops a batch after the row in hand; finished rows stay (API-48)',
    input: one,
    output: Done,
    allow,
  }),
  process: post('/v4/bulkupload/process', {
    summary: 'Starts a batch, or goes on with a stopped one; 409 while another is being processed (API-49)',
    input: one.extend({ fileToProcess: LimitedText(limits.fileName).optional() }),
    output: Done,
    allow,
  }),
  template: get('/v4/bulkupload/template', {
    summary: 'The CSV that batches are built from (API-50)',
    output: binary('text/csv; charset=utf-8'),
    allow,
  }),
  results: get('/v4/bulkupload/{id}/results', {
    summary:
      'What became of every row of a batch, or only of those with a problem; before its start, the rows that would be refused',
    input: one.extend(ResultsInput.shape),
    output: Paged(BatchRow),
    allow,
  }),
  download: get('/v4/bulkupload/{id}/results.csv', {
    summary: 'What became of every row of a batch, as CSV',
    input: one,
    output: binary('text/csv; charset=utf-8'),
    allow,
  }),
})

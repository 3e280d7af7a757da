import * as z from 'zod'
import { Role } from '../access.ts'
import { binary, callsFor, noun } from '../kernel/endpoint.ts'
import { Done, Id, OfTenant, RequiredFile } from '../kernel/fields.ts'
import { Paged, PageInput, ResultsInput } from '../kernel/pages.ts'
import { MemberImport, MemberImportPage, MemberImportRow } from './schema.ts'

/** F-2 `user management` */
const { get, post } = callsFor({ allow: [Role.Tenant, Role.Support], scope: 'tenant' })
const one = OfTenant.extend({ fileId: Id })
export const memberImports = noun('member-imports', {
  list: post('/v4/portal/usermanagement/list', {
    summary: 'Imports of members, the newest first (API-148)',
    input: OfTenant.extend(PageInput.shape),
    output: MemberImportPage,
  }),
  fetch: post('/v4/portal/usermanagement/fetch', {
    summary: '† One import with its state and how far it is',
    input: one,
    output: MemberImport,
  }),
  template: get('/v4/portal/usermanagement/template', {
    summary: 'The CSV that imports are built from (API-149)',
    output: binary('text/csv; charset=utf-8'),
    scope: 'own',
  }),
  upload: post('/v4/portal/usermanagement/upload', {
    summary: 'Takes a CSV of members; nothing is imported yet (API-150)',
    input: OfTenant.extend({ file: RequiredFile }),
    output: z.object({ fileId: z.string() }),
    status: 201,
    multipart: true,
  }),
  process: post('/v4/portal/usermanagement/process', {
    summary: 'Starts an import, or goes on with a stopped one; 409 while another is going on (API-153)',
    input: one,
    output: Done,
  }),
  stop: post('/v4/portal/usermanagement/stop', {
    summary: 'Stops an import after the rows in hand; finished rows stay (API-153)',
    input: one,
    output: Done,
  }),
  results: get('/v4/portal/usermanagement/{fileId}/results', {
    summary:
      '† What became of every row of an import, or only of those with a problem; before its start, the rows that will be refused',
    input: one.extend(ResultsInput.shape),
    output: Paged(MemberImportRow),
  }),
  download: post('/v4/portal/usermanagement/download', {
    summary: 'What became of every row of an import, as CSV (API-151)',
    input: one,
    output: binary('text/csv; charset=utf-8'),
  }),
})

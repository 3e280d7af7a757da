import { Role } from '../access.ts'
import { binary, get, noun } from '../kernel/endpoint.ts'
import { Paged } from '../kernel/pages.ts'
import { AuditEntry, AuditFilter, AuditQuery } from './schema.ts'

const allow = [Role.Admin, Role.Support]

/** Calls of the audit log: who did what, and when (†, decision 0056). */
export const audit = noun('audit', {
  list: get('/api/v1/audit', {
    summary: 'Who changed what, who signed in, and what was refused, the newest first',
    input: AuditQuery,
    output: Paged(AuditEntry),
    allow,
  }),
  export: get('/api/v1/audit/export', {
    summary: 'The entries that match, as CSV',
    input: AuditFilter,
    output: binary('text/csv; charset=utf-8'),
    allow,
  }),
})

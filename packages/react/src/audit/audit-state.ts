import { ALL_ROWS, type AuditFilter, auditKinds, PAGE_SIZE } from '@kinora/core'
import type { ListRules } from '../kernel/list-state.ts'
import type { ListState } from '../ui/list/list-model.ts'

export type AuditFilterId = 'kind' | 'noun' | 'row' | 'since' | 'until'
export const auditFilterIds: readonly AuditFilterId[] = ['kind', 'noun', 'row', 'since', 'until']

/** What the audit log can be asked for. */
export const auditRules: ListRules<AuditFilterId> = {
  filters: auditFilterIds,
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: ALL_ROWS,
}

/** What is asked of the server; words of an address that mean nothing are left out. */
export function toAuditFilter({ query, filters }: ListState): AuditFilter {
  const first = (id: AuditFilterId) => filters[id]?.[0]
  const day = (id: AuditFilterId) => {
    const value = first(id)
    return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined
  }
  return {
    query: query || undefined,
    kind: auditKinds.find(kind => kind === first('kind')),
    noun: first('noun'),
    row: first('row'),
    since: day('since'),
    until: day('until'),
  }
}

import {
  type AuditEntry,
  type AuditFilter,
  audit,
  auditKinds,
  auditNouns,
  checkAuditFilter,
  compareNames,
  nounWords,
} from '@kinora/core'
import { Download } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { savedAs } from '../adapters/download.ts'
import { DayInput } from '../kernel/date-picker.tsx'
import type { ListRules } from '../kernel/list-state.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { useDates } from '../kernel/use-dates.ts'
import { pagesOnly, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { BackLink } from '../ui/frame/page-header.tsx'
import type { ListState } from '../ui/list/list-model.ts'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import {
  AuditDetails,
  type AuditRowHref,
  type AuditTexts,
  auditColumns,
  useAuditTexts,
} from './audit-entry.tsx'

export interface AuditLogProps {
  /** Keeps search and filters in the host's address; in memory unless given. */
  location?: LocationAdapter
  /** Where the admin area is, for those who have one. */
  backHref?: string | undefined
  /** Where the page of a row that was changed is. */
  rowHref?: AuditRowHref
}

const rowId = (entry: AuditEntry) => String(entry.entryId)

/** † decision 0056: who changed what, who signed in, and what was refused; for administrators and customer support. */
export function AuditLog({ location, backHref, rowHref }: AuditLogProps) {
  const texts = useAuditTexts()
  const { text } = texts
  const [open, setOpen] = useState<AuditEntry>()
  const list = useResourceList(audit.list, { location, rules: auditRules, input: toAuditFilter })
  const filter = toAuditFilter(list.state)
  const download = useWrite(audit.export, {
    ...savedAs('AuditLog.csv'),
    success: text('ui.audit.exported'),
  })
  const dates = useDates()
  const columns = useMemo(
    () => auditColumns(texts, dates, { onOpen: setOpen, rowHref }),
    [texts, dates, rowHref],
  )
  const choose = (id: AuditFilterId, value: string) =>
    list.change({ filters: { ...list.state.filters, [id]: value === '' ? undefined : [value] } })
  return (
    <ResourceList
      title={text('ui.page.audit')}
      text={text('ui.audit.text')}
      back={backHref === undefined ? undefined : <BackLink href={backHref}>{text('ui.nav.admin')}</BackLink>}
      actions={
        <Button
          icon={<Download size={16} aria-hidden="true" />}
          loading={download.pending}
          onClick={() => void download.send(filter)}
        >
          {text('ui.audit.export')}
        </Button>
      }
      selectors={<AuditSelectors filter={filter} texts={texts} onChange={choose} />}
      list={list}
      rowId={rowId}
      columns={columns}
      searchLabel={text('ui.audit.search')}
      count={count => text('ui.audit.count', { count })}
      empty={<EmptyState title={text('ui.audit.emptyTitle')} text={text('ui.audit.emptyText')} />}
    >
      <AuditDetails entry={open} rowHref={rowHref} onClose={() => setOpen(undefined)} />
    </ResourceList>
  )
}

interface AuditSelectorsProps {
  filter: AuditFilter
  texts: AuditTexts
  onChange: (id: AuditFilterId, value: string) => void
}

/** What kind of entries, about what, and of which days. */
function AuditSelectors({ filter, texts: { text, issue }, onChange }: AuditSelectorsProps) {
  const [order] = checkAuditFilter(filter)
  const shared = { emptyText: text('ui.noMatch'), size: 'compact' } as const
  const all = { value: '', label: text('ui.audit.all') }
  const kinds = auditKinds.map(kind => ({ value: kind, label: text(`ui.audit.kind.${kind}`) }))
  const nouns = auditNouns
    .map(noun => ({ value: noun, label: nounWords(noun, text) }))
    .sort((one, other) => compareNames(one.label, other.label))
  return (
    <>
      <Combobox
        {...shared}
        aria-label={text('ui.kind')}
        prefix={text('ui.kind')}
        value={filter.kind ?? ''}
        searchLabel={text('ui.audit.searchKinds')}
        options={[all, ...kinds]}
        onChange={kind => onChange('kind', kind ?? '')}
      />
      <Combobox
        {...shared}
        aria-label={text('ui.audit.columnWhat')}
        prefix={text('ui.audit.columnWhat')}
        value={filter.noun ?? ''}
        searchLabel={text('ui.audit.searchNouns')}
        options={[all, ...nouns]}
        onChange={noun => onChange('noun', noun ?? '')}
      />
      <Day label={text('field.since')} value={filter.since} onChange={day => onChange('since', day)} />
      <Day
        label={text('field.until')}
        value={filter.until}
        error={order && issue(order)}
        onChange={day => onChange('until', day)}
      />
    </>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  error?: string | undefined
  onChange: (day: string) => void
}

function Day({ label, value = '', ...rest }: DayProps) {
  const id = useId()
  return (
    <span className="kn-audit-day">
      <label htmlFor={id}>{label}</label>
      <DayInput id={id} label={label} size="compact" value={value} {...rest} />
    </span>
  )
}

const auditFilters = ['kind', 'noun', 'row', 'since', 'until'] as const
type AuditFilterId = (typeof auditFilters)[number]

/** What the audit log can be asked for. */
const auditRules: ListRules<AuditFilterId> = { ...pagesOnly, filters: auditFilters }

/** What is asked of the server; words of an address that mean nothing are left out. */
function toAuditFilter({ query, filters }: ListState): AuditFilter {
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

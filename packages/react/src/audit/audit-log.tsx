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
import { useDates } from '../kernel/use-dates.ts'
import { type ListProps, pagesOnly, useResourceList } from '../kernel/use-resource-list.ts'
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

export interface AuditLogProps extends Omit<ListProps<AuditEntry, AuditFilters>, 'rowHref' | 'addHref'> {
  /** Where the admin area is, for those who have one. */
  backHref?: string | undefined
  /** Where the page of a row that was changed is. */
  rowHref?: AuditRowHref
}

const rowId = (entry: AuditEntry) => String(entry.entryId)

// † decision 0056
/** Who changed what, who signed in, and what was refused; for administrators and customer support. */
export function AuditLog(props: AuditLogProps) {
  const { location, filter: fixed, backHref, rowHref, tabs, onOpen } = props
  const texts = useAuditTexts()
  const { text } = texts
  const [open, setOpen] = useState<AuditEntry>()
  const list = useResourceList(audit.list, {
    location,
    filter: fixed,
    rules: auditRules,
    input: toAuditFilter,
  })
  const filter = toAuditFilter(list.asked)
  const download = useWrite(audit.export, {
    ...savedAs('AuditLog.csv'),
    success: text('ui.audit.exported'),
  })
  const dates = useDates()
  const columns = useMemo(
    () => auditColumns(texts, dates, { onOpen: onOpen ?? setOpen, rowHref }),
    [texts, dates, rowHref, onOpen],
  )
  const choose = (id: AuditFilterId, value: string) =>
    list.change({ filters: { ...list.asked.filters, [id]: value === '' ? undefined : [value] } })
  return (
    <ResourceList
      part="audit-log"
      host={props}
      tabs={tabs}
      title={text('ui.page.audit')}
      text={text('ui.audit.text')}
      back={backHref === undefined ? undefined : <BackLink href={backHref}>{text('ui.nav.admin')}</BackLink>}
      actions={
        <Button
          icon={<Download size={16} aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => void download.send(filter)}
        >
          {text('ui.audit.export')}
        </Button>
      }
      selectors={<AuditSelectors {...{ filter, texts }} fixed={list.fixed} onChange={choose} />}
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
  /** Those that aren't offered. */
  fixed: readonly string[] | undefined
  onChange: (id: AuditFilterId, value: string) => void
}

/** What kind of entries, about what, and of which days. */
function AuditSelectors({ filter, texts: { text, issue }, fixed = [], onChange }: AuditSelectorsProps) {
  const [order] = checkAuditFilter(filter)
  const shared = { emptyText: text('ui.noMatch'), size: 'compact' } as const
  const all = { value: '', label: text('ui.audit.all') }
  const kinds = auditKinds.map(kind => ({ value: kind, label: text(`ui.audit.kind.${kind}`) }))
  const nouns = auditNouns
    .map(noun => ({ value: noun, label: nounWords(noun, text) }))
    .sort((one, other) => compareNames(one.label, other.label))
  return (
    <>
      {fixed.includes('kind') ? null : (
        <Combobox
          {...shared}
          aria-label={text('ui.kind')}
          prefix={text('ui.kind')}
          value={filter.kind ?? ''}
          searchLabel={text('ui.audit.searchKinds')}
          options={[all, ...kinds]}
          onChange={kind => onChange('kind', kind ?? '')}
        />
      )}
      {fixed.includes('noun') ? null : (
        <Combobox
          {...shared}
          aria-label={text('ui.audit.columnWhat')}
          prefix={text('ui.audit.columnWhat')}
          value={filter.noun ?? ''}
          searchLabel={text('ui.audit.searchNouns')}
          options={[all, ...nouns]}
          onChange={noun => onChange('noun', noun ?? '')}
        />
      )}
      {fixed.includes('since') ? null : (
        <Day label={text('field.since')} value={filter.since} onChange={day => onChange('since', day)} />
      )}
      {fixed.includes('until') ? null : (
        <Day
          label={text('field.until')}
          value={filter.until}
          error={order && issue(order)}
          onChange={day => onChange('until', day)}
        />
      )}
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

/** What each filter of the log may be: days as `2026-11-30`. */
type AuditFilters = Record<Exclude<AuditFilterId, 'kind'>, string> & { kind: (typeof auditKinds)[number] }

/** What the audit log can be asked for. */
const auditRules: ListRules<AuditFilterId> = {
  ...pagesOnly,
  filters: auditFilters,
  single: auditFilters,
  values: { kind: auditKinds },
}

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

import { type AuditEntry, audit } from '@kinora/core'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { useDates } from '../kernel/use-dates.ts'
import { useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { BackLink } from '../ui/frame/page-header.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditDetails } from './audit-details.tsx'
import { AuditSelectors } from './audit-selectors.tsx'
import { type AuditFilterId, auditRules, toAuditFilter } from './audit-state.ts'
import { useAuditTexts } from './texts.ts'

export interface AuditLogProps {
  /** Keeps search and filters in the host's address; in memory unless given. */
  location?: LocationAdapter
  /** Where the admin area is, for those who have one. */
  backHref?: string | undefined
}

const rowId = (entry: AuditEntry) => String(entry.entryId)

/** † decision 0056: who changed what, who signed in, and what was refused; for administrators and customer support. */
export function AuditLog({ location, backHref }: AuditLogProps) {
  const texts = useAuditTexts()
  const { text } = texts
  const [open, setOpen] = useState<AuditEntry>()
  const list = useResourceList(audit.list, { location, rules: auditRules, input: toAuditFilter })
  const filter = toAuditFilter(list.state)
  const download = useWrite(audit.export, {
    invalidates: [],
    timeout: 0,
    success: text('ui.audit.exported'),
    onSuccess: file => saveFile(file, 'AuditLog.csv'),
  })
  const dates = useDates()
  const columns = useMemo(() => auditColumns(texts, dates, setOpen), [texts, dates])
  const choose = (id: AuditFilterId, value: string) =>
    list.change({ filters: { ...list.state.filters, [id]: value === '' ? undefined : [value] } })
  return (
    <ResourceList
      title={text('ui.audit.title')}
      text={text('ui.audit.text')}
      back={backHref === undefined ? undefined : <BackLink href={backHref}>{text('ui.audit.back')}</BackLink>}
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
      <AuditDetails entry={open} onClose={() => setOpen(undefined)} />
    </ResourceList>
  )
}

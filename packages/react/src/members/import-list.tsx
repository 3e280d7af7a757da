import { type MemberImport, memberImports } from '@kinora/core'
import { Upload } from 'lucide-react'
import { useMemo } from 'react'
import { TemplateButton } from '../file-work/template-button.tsx'
import { isInProgress, type Work, WorkBadge } from '../file-work/work.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import type { ListProps } from '../kernel/use-resource-list.ts'
import { useResourceList } from '../kernel/use-resource-list.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { type ImportTexts, useImportTexts } from './texts.ts'

/** Milliseconds between polls while an import is going on. */
const POLL_INTERVAL = 2000
const rowId = ({ fileId }: MemberImport) => fileId
const rowName = ({ name }: MemberImport) => name
const inPage = (id: string): string => `#${id}`

export type MemberImportListProps = Omit<ListProps<MemberImport>, 'filter'>

// NAV-24, API-148
/** The imports of the tenant's members, the newest first. */
export const MemberImportList = ofTenant<MemberImportListProps>(Imports)

function Imports({ tenantId, ...props }: MemberImportListProps & { tenantId: string }) {
  const { location, onOpen, rowHref = onOpen ? undefined : inPage, addHref, tabs } = props
  const texts = useImportTexts()
  const { text } = texts
  const { moment } = useDates()
  const list = useResourceList(memberImports.list, {
    location,
    input: () => ({ tenantId }),
    refetchInterval: rows => (rows.some(isInProgress) ? POLL_INTERVAL : false),
    toldBy: 'import member',
  })
  const columns = useMemo(() => importColumns(texts, moment, rowHref), [texts, moment, rowHref])
  const add = addHref && (
    <ButtonLink variant="primary" href={addHref} icon={<Upload size={16} aria-hidden="true" />}>
      {text('ui.imports.add')}
    </ButtonLink>
  )
  return (
    <ResourceList
      part="member-import-list"
      host={props}
      title={text('ui.nav.userManagement')}
      text={text('ui.imports.text')}
      tabs={tabs}
      actions={
        <>
          <ImportTemplateButton />
          {add}
        </>
      }
      list={list}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      count={count => text('ui.imports.count', { count })}
      empty={
        <EmptyState title={text('ui.imports.emptyTitle')} text={text('ui.imports.emptyText')} actions={add} />
      }
    />
  )
}

function importColumns(
  { text }: ImportTexts,
  moment: Dates['moment'],
  rowHref: MemberImportListProps['rowHref'],
): DataTableColumn<MemberImport>[] {
  return [
    {
      id: 'name',
      header: text('field.file'),
      width: 220,
      grow: 3,
      cell: row => <TitleCell href={rowHref?.(row.fileId)} name={<bdi>{row.name}</bdi>} />,
    },
    {
      id: 'status',
      header: text('field.status'),
      width: 152,
      cell: row => <WorkBadge work={toWork(row)} finishing={text('ui.imports.finishing')} />,
    },
    { id: 'users', header: text('ui.imports.total'), width: 96, align: 'end', cell: row => row.totalUsers },
    {
      id: 'failed',
      header: text('ui.imports.failed'),
      width: 96,
      align: 'end',
      cell: row => (row.status === null ? '—' : row.failedUsers),
    },
    {
      id: 'uploadedBy',
      header: text('ui.imports.uploadedBy'),
      width: 140,
      grow: 1,
      cell: row => <bdi className="kn-truncate">{row.uploadedBy}</bdi>,
    },
    {
      id: 'created',
      header: text('field.creationDate'),
      width: 168,
      align: 'end',
      cell: row => <bdi className="kn-truncate">{moment(row.createdDate)}</bdi>,
    },
  ]
}

/** API-149 */
export const ImportTemplateButton = () => (
  <TemplateButton endpoint={memberImports.template} fileName="UserDataTemplate.csv" />
)

/** An import as its screens see all work on uploaded CSVs. */
export const toWork = ({ status, problem, isFinishing, ...found }: MemberImport): Work => ({
  status,
  problem,
  isFinishing,
  rows: { total: found.totalUsers, done: found.doneUsers, bad: found.failedUsers },
})

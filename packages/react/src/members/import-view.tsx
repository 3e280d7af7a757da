import { type MemberImport, type MemberImportRow, memberImports } from '@kinora/core'
import { useMemo } from 'react'
import { isInProgress } from '../file-work/work.tsx'
import { useWorkActs, useWorkReading, WorkResults, WorkView } from '../file-work/work-view.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import type { PlainColumn } from '../ui/table/plain-table.tsx'
import { toWork } from './import-list.tsx'
import { type ImportTexts, useImportTexts } from './texts.ts'

export interface MemberImportViewProps {
  fileId: string
  listHref?: string
}

/** One import: its status, start and stop, its report, and what became of every row (USER-06, USER-11). */
export const MemberImportView = ofTenant<MemberImportViewProps>(View)

const rowId = ({ row }: MemberImportRow) => String(row)

function View({ fileId, listHref, tenantId }: MemberImportViewProps & { tenantId: string }) {
  const texts = useImportTexts()
  const { text } = texts
  const { moment } = useDates()
  const one = { tenantId, fileId }
  const { found, work, reading } = useWorkReading(memberImports.fetch, one, toWork)
  const acts = useWorkActs(memberImports, one, {
    downloading: text('success.downloadingReport'),
    fileName: reportName(found),
  })
  const columns = useMemo(() => resultColumns(texts), [texts])
  const back = { href: listHref, label: text('ui.nav.userManagement') }
  if (found === undefined || work === undefined)
    return <FormState readings={[reading]} back={back} missing={text('ui.batches.notFoundText')} />
  return (
    <WorkView
      {...{ work, acts, back }}
      title={found.name}
      words={{
        results: text('ui.report'),
        finishing: text('ui.imports.finishing'),
        cancelled: text('ui.imports.cancelled'),
        startHint: text('ui.imports.startHint'),
      }}
      facts={[
        { label: text('ui.imports.uploadedBy'), value: found.uploadedBy || '—' },
        { label: text('field.creationDate'), value: moment(found.createdDate) },
        { label: text('ui.imports.total'), value: found.totalUsers },
        { label: text('ui.imports.failed'), value: work.status === null ? '—' : found.failedUsers },
      ]}
    >
      <WorkResults
        endpoint={memberImports.results}
        input={one}
        {...{ work, columns, rowId }}
        empty={text(isInProgress(work) ? 'ui.imports.reading' : 'ui.batches.noRows')}
      />
    </WorkView>
  )
}

const reportName = (found: MemberImport | undefined): string => `${found?.name ?? 'members'}_report.csv`

const tones: Record<MemberImportRow['state'], BadgeTone> = {
  added: 'positive',
  updated: 'positive',
  unchanged: 'neutral',
  kept: 'info',
  refused: 'negative',
}

const resultColumns = ({ text }: ImportTexts): PlainColumn<MemberImportRow>[] => [
  { id: 'row', header: text('ui.batches.columnRow'), align: 'end', cell: ({ row }) => row },
  {
    id: 'externalUserId',
    header: text('field.externalId'),
    cell: ({ externalUserId }) =>
      externalUserId === '' ? (
        <span className="kn-plain-soft">{text('ui.imports.erasedRow')}</span>
      ) : (
        <bdi>{externalUserId}</bdi>
      ),
  },
  {
    id: 'state',
    header: text('field.status'),
    cell: ({ state }) => <Badge tone={tones[state]}>{text(`ui.imports.state.${state}`)}</Badge>,
  },
  {
    id: 'problem',
    header: text('ui.batches.columnProblem'),
    wide: true,
    cell: ({ problem }) => (problem === '' ? '—' : problem),
  },
]

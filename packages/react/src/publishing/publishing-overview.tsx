import { Check } from 'lucide-react'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { usePublishingTexts } from './texts.ts'
import type { Publications } from './use-publishing.ts'

export interface PublishingOverviewProps {
  publications: Publications
  /** Chooses the channel or tenant of a row. */
  onChoose: (id: string) => void
}

/** Names beside each other that a page has room for; of more only the count is shown. */
const MOST = 8

/** What is published where before anything is chosen: a matrix where few stand across, else counts. */
export function PublishingOverview({ publications, onChoose }: PublishingOverviewProps) {
  const { text } = usePublishingTexts()
  const { kind, down, across } = publications
  type Row = Publications['down'][number]
  const counted: PlainColumn<Row> = {
    id: 'count',
    header: text(kind === 'channel' ? 'ui.publishing.overviewTo' : 'ui.publishing.overviewOf'),
    align: 'end',
    cell: ({ at }) => text('ui.publishing.overviewCount', { count: at.size, all: across.length }),
  }
  const matrix = across.map(
    ({ id, name }): PlainColumn<Row> => ({
      id,
      header: name,
      cell: ({ at }) => <Mark isPublished={at.has(id)} />,
    }),
  )
  if (down.length === 0 || across.length === 0)
    return <EmptyState title={text('ui.publishing.startTitle')} text={text('ui.publishing.startText')} />
  return (
    <>
      <p className="kn-page-text">{text('ui.publishing.overviewText')}</p>
      <PlainTable
        label={text('ui.publishing.overview')}
        className="kn-publications"
        rows={down}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'name',
            header: text(kind === 'channel' ? 'ui.publishing.channel' : 'ui.publishing.tenant'),
            cell: ({ id, name }) => (
              <button type="button" className="kn-cell-action" onClick={() => onChoose(id)}>
                <bdi>{name}</bdi>
              </button>
            ),
          },
          ...(across.length <= MOST ? matrix : [counted]),
        ]}
      />
    </>
  )
}

function Mark({ isPublished }: { isPublished: boolean }) {
  const { text } = usePublishingTexts()
  if (!isPublished)
    return (
      <>
        <span className="kn-publication-none" aria-hidden="true">
          —
        </span>
        <VisuallyHidden>{text('ui.publishing.unpublished')}</VisuallyHidden>
      </>
    )
  return (
    <>
      <Check className="kn-publication" size={16} aria-hidden="true" />
      <VisuallyHidden>{text('ui.publishing.published')}</VisuallyHidden>
    </>
  )
}

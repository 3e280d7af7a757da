import { type AuditEntry, actionWords, nounWords } from '@kinora/core'
import type { Dates } from '../kernel/use-dates.ts'
import { Badge } from '../ui/status/badge.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import type { AuditTexts } from './texts.ts'

/** When, who, what to what, and from where. What people wrote is text, whatever signs it holds. */
export function auditColumns(
  texts: AuditTexts,
  { moment }: Dates,
  onOpen: (entry: AuditEntry) => void,
): DataTableColumn<AuditEntry>[] {
  const { text } = texts
  return [
    {
      id: 'when',
      header: text('ui.audit.columnWhen'),
      width: 168,
      cell: ({ at }) => <span className="kn-truncate">{moment(at)}</span>,
    },
    {
      id: 'who',
      header: text('ui.audit.columnWho'),
      width: 160,
      grow: 2,
      cell: ({ by, email }) => (
        <TitleCell
          name={<bdi>{by || text('ui.audit.nobody')}</bdi>}
          detail={email === null ? undefined : <bdi>{email}</bdi>}
        />
      ),
    },
    {
      id: 'action',
      header: text('ui.audit.columnAction'),
      width: 160,
      grow: 2,
      cell: entry => <Action entry={entry} date={moment(entry.at)} texts={texts} onOpen={onOpen} />,
    },
    {
      id: 'what',
      header: text('ui.audit.columnWhat'),
      width: 160,
      grow: 2,
      cell: ({ noun, row, name, kind }) => (
        <TitleCell
          name={
            kind === 'change' ? (
              <bdi>{name ?? nounWords(noun, text)}</bdi>
            ) : (
              <Subject kind={kind} texts={texts} />
            )
          }
          detail={
            kind === 'refusal' || (kind === 'change' && name === null) ? (
              <bdi dir="ltr">{row}</bdi>
            ) : kind === 'change' ? (
              nounWords(noun, text)
            ) : undefined
          }
        />
      ),
    },
    {
      id: 'from',
      header: text('ui.audit.columnFrom'),
      width: 120,
      grow: 1,
      cell: ({ client, address }) => (
        <TitleCell
          name={text(`ui.audit.client.${client}`)}
          detail={address === null ? undefined : <bdi dir="ltr">{address}</bdi>}
        />
      ),
    },
  ]
}

function Subject({ kind, texts: { text } }: { kind: AuditEntry['kind']; texts: AuditTexts }) {
  if (kind === 'signIn') return text('ui.audit.noun.session')
  return (
    <Badge tone={kind === 'refusal' ? 'negative' : 'warning'}>
      {text(kind === 'refusal' ? 'ui.audit.call' : 'ui.audit.noun.session')}
    </Badge>
  )
}

interface ActionProps {
  entry: AuditEntry
  date: string
  texts: AuditTexts
  onOpen: (entry: AuditEntry) => void
}

function Action({ entry, date, texts, onOpen }: ActionProps) {
  const action = actionWords(entry, texts.text)
  return (
    <button
      type="button"
      className="kn-cell-action"
      title={texts.text('ui.audit.details', { action, date })}
      onClick={() => onOpen(entry)}
    >
      {action}
    </button>
  )
}

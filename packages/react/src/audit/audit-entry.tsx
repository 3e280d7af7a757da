import {
  type AuditChange,
  type AuditEntry,
  auditTexts,
  entryWords,
  fieldWords,
  nounWords,
  validationTexts,
  valueWords,
  verbTexts,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { FactList } from '../titles/fact-list.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { SidePanel } from '../ui/overlay/dialog.tsx'
import { Badge } from '../ui/status/badge.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'

/** Where the page of a row is; undefined where there is none, or none that this person may open. */
export type AuditRowHref = (row: Pick<AuditEntry, 'noun' | 'row'>) => string | undefined

/** The row is there still, and has a page. */
const hrefOf = (entry: AuditEntry, rowHref: AuditRowHref | undefined): string | undefined =>
  entry.kind === 'change' && entry.nameNow !== null ? rowHref?.(entry) : undefined

/** When, who, what to what, and from where. What people wrote is text, whatever signs it holds. */
export function auditColumns(
  texts: AuditTexts,
  { moment }: Dates,
  { onOpen, rowHref }: { onOpen: (entry: AuditEntry) => void; rowHref: AuditRowHref | undefined },
): DataTableColumn<AuditEntry>[] {
  const { text } = texts
  return [
    {
      id: 'when',
      header: text('ui.when'),
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
      width: 240,
      grow: 4,
      cell: entry => <Action entry={entry} date={moment(entry.at)} texts={texts} onOpen={onOpen} />,
    },
    {
      id: 'what',
      header: text('ui.audit.columnWhat'),
      width: 160,
      grow: 2,
      cell: entry => {
        const { noun, row, name, kind } = entry
        if (kind !== 'change')
          return (
            <TitleCell
              name={<Subject kind={kind} texts={texts} />}
              detail={kind === 'refusal' ? <bdi dir="ltr">{row}</bdi> : undefined}
            />
          )
        return (
          <TitleCell
            href={hrefOf(entry, rowHref)}
            name={<bdi>{name ?? nounWords(noun, text)}</bdi>}
            detail={name === null ? <bdi dir="ltr">{row}</bdi> : nounWords(noun, text)}
          />
        )
      },
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
  const action = entryWords(entry, texts.text)
  return (
    <button
      type="button"
      className="kn-cell-action"
      title={texts.text('ui.audit.details', { action, date })}
      onClick={() => onOpen(entry)}
    >
      <bdi>{action}</bdi>
    </button>
  )
}

interface AuditDetailsProps {
  entry: AuditEntry | undefined
  rowHref?: AuditRowHref | undefined
  onClose: () => void
}

/** One entry: who, when, from where, and each field with its old and new value. */
export function AuditDetails({ entry, rowHref, onClose }: AuditDetailsProps) {
  const texts = useAuditTexts()
  const { text } = texts
  const dates = useDates()
  const href = entry && hrefOf(entry, rowHref)
  return (
    <SidePanel
      open={entry !== undefined}
      onClose={onClose}
      title={entry && entryWords(entry, text)}
      closeLabel={text('ui.close')}
    >
      {entry ? (
        <div className="kn-audit-details">
          <FactList facts={toFacts(entry, texts, dates)} />
          {href === undefined ? null : (
            <p>
              <ButtonLink href={href}>{text('ui.openNamed', { name: entry.nameNow ?? '' })}</ButtonLink>
            </p>
          )}
          {entry.kind === 'change' ? <Changes changes={entry.changes} texts={texts} /> : null}
        </div>
      ) : null}
    </SidePanel>
  )
}

function toFacts(entry: AuditEntry, { text }: AuditTexts, { moment }: Dates) {
  const { at, by, email, role, client, address, kind, noun, row, name, nameNow } = entry
  const { version, tenantId, providerId } = entry
  const isChange = kind === 'change'
  const facts: [string, string | null][] = [
    [text('ui.when'), moment(at)],
    [text('ui.audit.columnWho'), by || text('ui.audit.nobody')],
    [text('ui.account'), email],
    [text('ui.audit.role'), role === null ? null : text(`role.${role}`)],
    [text('ui.audit.columnFrom'), text(`ui.audit.client.${client}`)],
    [text('ui.networkAddress'), address],
    [
      text('ui.audit.external'),
      entry.externalName === null ? null : `${entry.externalName} (${entry.externalId})`,
    ],
    [text('ui.audit.key'), entry.keyName],
    [text('ui.audit.columnWhat'), isChange ? nounWords(noun, text) : null],
    [text('field.name'), name],
    [text('ui.audit.nameNow'), nameNow !== name ? nameNow : null],
    [text('ui.audit.row'), isChange ? row : null],
    [text('ui.audit.version'), isChange ? String(version) : null],
    [text('ui.audit.call'), kind === 'refusal' ? row : null],
    [text('field.tenant'), entry.tenantName ?? tenantId],
    [text('field.providerId'), entry.providerName ?? providerId],
  ]
  return facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]))
}

function Changes({ changes, texts: { text } }: { changes: readonly AuditChange[]; texts: AuditTexts }) {
  if (changes.length === 0) return <p className="kn-field-help">{text('ui.audit.noChanges')}</p>
  return (
    <section aria-label={text('ui.changes')}>
      <dl className="kn-history-changes">
        {changes.map(({ path, before, after }) => (
          <div key={path} className="kn-history-change">
            <dt>{fieldWords(path)}</dt>
            <dd>
              <span className="kn-history-side">{text('ui.before')}</span>
              <bdi className="kn-history-value">{valueWords(before, text)}</bdi>
            </dd>
            <dd>
              <span className="kn-history-side">{text('ui.after')}</span>
              <bdi className="kn-history-value">{valueWords(after, text)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Texts of the audit log. */
export const useAuditTexts = () => useTexts(auditTexts, validationTexts, verbTexts, wordTexts)

export type AuditTexts = ReturnType<typeof useAuditTexts>

import {
  type AuditChange,
  type AuditEntry,
  actionWords,
  fieldWords,
  nounWords,
  valueWords,
} from '@kinora/core'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { FactList } from '../titles/fact-list.tsx'
import { SidePanel } from '../ui/overlay/dialog.tsx'
import { type AuditTexts, useAuditTexts } from './texts.ts'

export interface AuditDetailsProps {
  entry: AuditEntry | undefined
  onClose: () => void
}

/** One entry: who, when, from where, and each field with its old and new value. */
export function AuditDetails({ entry, onClose }: AuditDetailsProps) {
  const texts = useAuditTexts()
  const { text } = texts
  const dates = useDates()
  return (
    <SidePanel
      open={entry !== undefined}
      onClose={onClose}
      title={entry && actionWords(entry, text)}
      closeLabel={text('ui.close')}
    >
      {entry ? (
        <div className="kn-audit-details">
          <FactList facts={toFacts(entry, texts, dates)} />
          {entry.kind === 'change' ? <Changes changes={entry.changes} texts={texts} /> : null}
        </div>
      ) : null}
    </SidePanel>
  )
}

function toFacts(entry: AuditEntry, { text }: AuditTexts, { moment }: Dates) {
  const { at, by, email, role, client, address, kind, noun, row, name, version, tenantId, providerId } = entry
  const isChange = kind === 'change'
  const facts: [string, string | null][] = [
    [text('ui.audit.columnWhen'), moment(at)],
    [text('ui.audit.columnWho'), by || text('ui.audit.nobody')],
    [text('ui.audit.account'), email],
    [text('ui.audit.role'), role === null ? null : text(`role.${role}`)],
    [text('ui.audit.columnFrom'), text(`ui.audit.client.${client}`)],
    [text('ui.audit.address'), address],
    [text('ui.audit.columnWhat'), isChange ? nounWords(noun, text) : null],
    [text('ui.audit.name'), name],
    [text('ui.audit.row'), isChange ? row : null],
    [text('ui.audit.version'), isChange ? String(version) : null],
    [text('ui.audit.call'), kind === 'refusal' ? row : null],
    [text('ui.audit.tenant'), entry.tenantName ?? tenantId],
    [text('ui.audit.provider'), entry.providerName ?? providerId],
  ]
  return facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]))
}

function Changes({ changes, texts: { text } }: { changes: readonly AuditChange[]; texts: AuditTexts }) {
  if (changes.length === 0) return <p className="kn-field-help">{text('ui.audit.noChanges')}</p>
  return (
    <section aria-label={text('ui.audit.changes')}>
      <dl className="kn-history-changes">
        {changes.map(({ path, before, after }) => (
          <div key={path} className="kn-history-change">
            <dt>{fieldWords(path)}</dt>
            <dd>
              <span className="kn-history-side">{text('ui.audit.before')}</span>
              <bdi className="kn-history-value">{valueWords(before, text)}</bdi>
            </dd>
            <dd>
              <span className="kn-history-side">{text('ui.audit.after')}</span>
              <bdi className="kn-history-value">{valueWords(after, text)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

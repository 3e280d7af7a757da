import { type AuditFilter, auditKinds, auditNouns, compareNames, nounWords } from '@kinora/core'
import { useId } from 'react'
import { DayInput } from '../ui/form/date-picker.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import type { AuditFilterId } from './audit-state.ts'
import type { AuditTexts } from './texts.ts'

export interface AuditSelectorsProps {
  filter: AuditFilter
  texts: AuditTexts
  onChange: (id: AuditFilterId, value: string) => void
}

/** What kind of entries, about what, and of which days. */
export function AuditSelectors({ filter, texts: { text }, onChange }: AuditSelectorsProps) {
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
        aria-label={text('ui.audit.filterKind')}
        prefix={text('ui.audit.filterKind')}
        value={filter.kind ?? ''}
        searchLabel={text('ui.audit.searchKinds')}
        options={[all, ...kinds]}
        onChange={kind => onChange('kind', kind ?? '')}
      />
      <Combobox
        {...shared}
        aria-label={text('ui.audit.filterNoun')}
        prefix={text('ui.audit.filterNoun')}
        value={filter.noun ?? ''}
        searchLabel={text('ui.audit.searchNouns')}
        options={[all, ...nouns]}
        onChange={noun => onChange('noun', noun ?? '')}
      />
      <Day label={text('ui.audit.since')} value={filter.since} onChange={day => onChange('since', day)} />
      <Day label={text('ui.audit.until')} value={filter.until} onChange={day => onChange('until', day)} />
    </>
  )
}

function Day(props: { label: string; value: string | undefined; onChange: (day: string) => void }) {
  const id = useId()
  return (
    <span className="kn-audit-day">
      <label htmlFor={id}>{props.label}</label>
      <DayInput id={id} size="compact" value={props.value ?? ''} onChange={props.onChange} />
    </span>
  )
}

import { type Issue, reportTypes, tenants } from '@kinora/core'
import { useRead } from '../kernel/use-read.ts'
import { DayInput } from '../ui/form/date-picker.tsx'
import { Field } from '../ui/form/field.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import type { ReportChoice } from './report-state.ts'
import type { ReportTexts } from './texts.ts'

export interface ReportChoicesProps {
  choice: ReportChoice
  issues: readonly Issue[]
  texts: ReportTexts
  onChange: (next: Partial<ReportChoice>) => void
}

/** REPORT-03: which report, of which days and tenant. */
export function ReportChoices({ choice, issues, texts: { text, issue }, onChange }: ReportChoicesProps) {
  const list = useRead(tenants.list, {})
  const errorOf = (path: string) => {
    const found = issues.find(each => each.path === path)
    return found && issue(found)
  }
  const types = reportTypes.map(type => ({ value: type, label: text(`report.type.${type}`) }))
  const named = (list.data?.data ?? []).map(({ tenantID, name }) => ({ value: tenantID, label: name }))
  return (
    <div className="kn-reports-choices">
      <Field label={text('ui.reports.report')}>
        <Combobox
          value={choice.type}
          searchLabel={text('ui.reports.report')}
          emptyText={text('ui.noMatch')}
          options={types}
          onChange={value => onChange({ type: reportTypes.find(type => type === value) ?? choice.type })}
        />
      </Field>
      <Field label={text('ui.reports.from')} error={errorOf('startDate')} announces>
        <DayInput value={choice.startDate} onChange={startDate => onChange({ startDate })} />
      </Field>
      <Field label={text('ui.reports.to')} error={errorOf('endDate')} announces>
        <DayInput value={choice.endDate} onChange={endDate => onChange({ endDate })} />
      </Field>
      <Field label={text('ui.reports.tenant')}>
        <Combobox
          value={choice.tenantId}
          chosenLabel={choice.tenantId || undefined}
          loading={list.isPending}
          searchLabel={text('ui.reports.searchTenants')}
          emptyText={text('ui.noMatch')}
          options={[{ value: '', label: text('ui.reports.allTenants') }, ...named]}
          onChange={tenantId => onChange({ tenantId: tenantId ?? '' })}
        />
      </Field>
    </div>
  )
}

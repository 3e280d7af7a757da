import {
  daysOfMonths,
  daysOfPeriod,
  monthAfter,
  type ReportPeriod,
  type ReportType,
  reportPeriods,
  tenants,
} from '@kinora/core'
import { DayInput } from '../kernel/date-picker.tsx'
import { useLocale } from '../kernel/locale.ts'
import { useRead } from '../kernel/use-read.ts'
import { classes } from '../ui/classes.ts'
import { Field } from '../ui/form/field.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { Segments } from '../ui/segments.tsx'
import { useReportsView } from './reports-root.tsx'
import { type ReportTexts, useReportTexts } from './texts.ts'
import type { ReportChoice } from './use-report.ts'

export interface ReportPartProps {
  className?: string | undefined
}

/** Which report, of which days and tenant; months where months are billed. What the host has fixed isn't offered. */
// REPORT-03
export function ReportChoices({ className }: ReportPartProps) {
  const { text, issue } = useReportTexts()
  const { choice, change, report, types: offered, fixed, now } = useReportsView()
  const list = useRead(tenants.list, {})
  const errorOf = (path: string) => {
    const found = report.issues.find(each => each.path === path)
    return found && issue(found)
  }
  const types = offered.map(type => ({ value: type, label: text(`report.type.${type}`) }))
  const named = (list.data?.data ?? []).map(({ tenantId, name }) => ({ value: tenantId, label: name }))
  const isBilled = choice.type === 'billableUser'
  return (
    <>
      <Segments
        label={text('ui.period')}
        items={reportPeriods.map(id => ({ id, label: text(`ui.reports.period.${id}`) }))}
        selected={periodOf(choice, now)}
        onSelect={period => change(daysOfPeriod(period, now))}
      />
      <div className={classes('kn-reports-choices', className)}>
        {offered.length === 1 ? null : (
          <Field label={text('ui.report')}>
            <Combobox
              value={choice.type}
              searchLabel={text('ui.report')}
              emptyText={text('ui.noMatch')}
              options={types}
              onChange={value => change(ofType(offered.find(type => type === value) ?? choice.type, now))}
            />
          </Field>
        )}
        {isBilled ? (
          <Months choice={choice} now={now} text={text} errorOf={errorOf} onChange={change} />
        ) : (
          <>
            <Field label={text('ui.reports.from')} error={errorOf('startDate')} announces>
              <DayInput value={choice.startDate} onChange={startDate => change({ startDate })} />
            </Field>
            <Field label={text('ui.reports.to')} error={errorOf('endDate')} announces>
              <DayInput value={choice.endDate} onChange={endDate => change({ endDate })} />
            </Field>
          </>
        )}
        {fixed.tenantId !== undefined ? null : (
          <Field label={text('field.tenant')}>
            <Combobox
              value={choice.tenantId}
              chosenLabel={choice.tenantId || undefined}
              loading={list.isPending}
              searchLabel={text('ui.tenant.search')}
              emptyText={text('ui.noMatch')}
              options={[{ value: '', label: text('ui.all.tenants') }, ...named]}
              onChange={tenantId => change({ tenantId: tenantId ?? '' })}
            />
          </Field>
        )}
      </div>
    </>
  )
}

/** What is billed is asked for by the month, the last one first. */
const ofType = (type: ReportType, now: Date): Partial<ReportChoice> =>
  type === 'billableUser' ? { type, ...daysOfPeriod('lastMonth', now) } : { type }

/** The preset that the days are; none where they are others. */
function periodOf({ startDate, endDate }: ReportChoice, now: Date): ReportPeriod | undefined {
  return reportPeriods.find(period => {
    const days = daysOfPeriod(period, now)
    return days.startDate === startDate && days.endDate === endDate
  })
}

/** Months that are offered, from this one back. */
const MONTHS = 60

interface MonthsProps {
  choice: ReportChoice
  now: Date
  onChange: (next: Partial<ReportChoice>) => void
  text: ReportTexts['text']
  errorOf: (path: string) => string | undefined
}

/** The first and the last month, by their names. */
function Months({ choice, now, text, errorOf, onChange }: MonthsProps) {
  const spoken = useLocale()
  const thisMonth = now.toISOString().slice(0, 7)
  const [first, last] = [choice.startDate.slice(0, 7), choice.endDate.slice(0, 7)]
  const known = Array.from({ length: MONTHS }, (_, ago) => monthAfter(thisMonth, -ago))
  const options = known.map(month => ({ value: month, label: toMonthName(month, spoken) }))
  const fields = [
    { label: text('ui.reports.from'), path: 'startDate', value: first },
    { label: text('ui.reports.to'), path: 'endDate', value: last },
  ] as const
  return fields.map(({ label, path, value }) => (
    <Field key={path} label={label} error={errorOf(path)} announces>
      <Combobox
        value={value}
        chosenLabel={toMonthName(value, spoken)}
        searchLabel={label}
        emptyText={text('ui.noMatch')}
        options={options}
        onChange={month => onChange({ [path]: daysOfMonths(month ?? value)[path] })}
      />
    </Field>
  ))
}

/** `November 2026`, in the language of the page; as it is where it is no month. */
function toMonthName(month: string, locale: string): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  if (Number.isNaN(first.getTime())) return month
  const language = locale === 'en' ? document.documentElement.lang || undefined : locale
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(first)
}

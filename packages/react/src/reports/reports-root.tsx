import { daysOfMonths, daysOfPeriod, type ReportType, reportTypes } from '@kinora/core'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { assertFixed } from '../kernel/fixed-filter.ts'
import { type LocationAdapter, useLocationState } from '../kernel/location.ts'
import { classes } from '../ui/classes.ts'
import { type PartProps, partMarks } from '../ui/part.ts'
import { type ReportChoice, type ReportModel, useReport } from './use-report.ts'

/** What is always asked for: nobody can take it off, and it isn't offered as a choice. */
export interface ReportsFilter {
  tenantId?: string | undefined
}

export interface ReportsRootProps extends Pick<PartProps, 'className' | 'rootRef'> {
  /** The reports that can be chosen, all unless given; of a single one there is nothing to choose. Keep it stable. */
  types?: readonly [ReportType, ...ReportType[]] | undefined
  filter?: ReportsFilter | undefined
  /** Keeps what is asked for in the host's address; in memory unless given. */
  location?: LocationAdapter | undefined
  children?: ReactNode
}

/** What is asked for, how it is changed, and what came of it. */
export interface ReportsView {
  choice: ReportChoice
  change: (next: Partial<ReportChoice>) => void
  report: ReportModel
  types: readonly ReportType[]
  /** What the host has fixed. */
  fixed: ReportsFilter
  now: Date
  /** The monthly mail that a link in it asks to stop. */
  stop: string | undefined
}

const ReportsContext = createContext<ReportsView | null>(null)

/** What the reports show and how that is changed, for parts of a host's own inside a `ReportsRoot`. */
export function useReportsView(): ReportsView {
  const view = useContext(ReportsContext)
  if (view === null) throw new Error('A part of the reports stands in a <ReportsRoot>.')
  return view
}

/** Holds what the parts of the reports share: which report of which days and whose, and what came of it. */
export function ReportsRoot({
  types = reportTypes,
  filter = {},
  location,
  className,
  rootRef,
  children,
}: ReportsRootProps) {
  assertFixed(filter)
  const [params, write] = useLocationState(location)
  const [now] = useState(() => new Date())
  const choice = withMonths({ ...fromParams(params, now, types), ...filter }, now)
  const report = useReport(choice)
  const view: ReportsView = {
    choice,
    report,
    types,
    fixed: filter,
    now,
    change: next => write(toParams({ ...choice, ...next }, filter), { replace: true }),
    stop: params.get('stop') ?? undefined,
  }
  return (
    <ReportsContext.Provider value={view}>
      <div ref={rootRef} className={classes('kn-reports', className)} {...partMarks('reports', report.state)}>
        {children}
      </div>
    </ReportsContext.Provider>
  )
}

const DAY = 86_400_000
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** What is billed is billed by the month, so that one is asked for whole: the last one. */
const withMonths = (choice: ReportChoice, now: Date): ReportChoice => {
  if (choice.type !== 'billableUser') return choice
  const [first, last] = [choice.startDate.slice(0, 7), choice.endDate.slice(0, 7)]
  const isMonth = (month: string) => /^\d{4}-\d{2}$/.test(month)
  if (!isMonth(first) || !isMonth(last)) return { ...choice, ...daysOfPeriod('lastMonth', now) }
  return {
    ...choice,
    startDate: daysOfMonths(first).startDate,
    endDate: daysOfMonths(last).endDate,
  }
}

/** The last 30 days unless the address says otherwise; what can’t be read is as at the start. */
function fromParams(params: URLSearchParams, now: Date, types: readonly ReportType[]): ReportChoice {
  const type = params.get('type')
  const usual = types.includes('contentUsage') ? 'contentUsage' : types[0]!
  return {
    type: types.find(each => each === type) ?? usual,
    startDate: params.get('from') ?? toDay(now.getTime() - 29 * DAY),
    endDate: params.get('to') ?? toDay(now.getTime()),
    tenantId: params.get('tenant') ?? '',
  }
}

/** Days are always part of the URL, so that it shows the same report tomorrow. */
function toParams(
  { type, startDate, endDate, tenantId }: ReportChoice,
  filter: ReportsFilter,
): URLSearchParams {
  const params = new URLSearchParams({ type, from: startDate, to: endDate })
  if (tenantId !== '' && filter.tenantId === undefined) params.set('tenant', tenantId)
  return params
}

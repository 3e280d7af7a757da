import { type ReportType, reportTypes } from '@kinora/core'

/** What is asked for, as it stands in the address. */
export interface ReportChoice {
  type: ReportType
  /** `2026-11-20`; empty where none is chosen. */
  startDate: string
  endDate: string
  /** Empty for all. */
  tenantId: string
}

const DAY = 86_400_000
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The last 30 days unless the address says otherwise; what can’t be read is as at the start. */
export function fromParams(params: URLSearchParams, now: Date): ReportChoice {
  const type = params.get('type')
  return {
    type: reportTypes.find(each => each === type) ?? 'contentUsage',
    startDate: params.get('from') ?? toDay(now.getTime() - 29 * DAY),
    endDate: params.get('to') ?? toDay(now.getTime()),
    tenantId: params.get('tenant') ?? '',
  }
}

/** Days always stand in the address, so that it shows the same report tomorrow. */
export function toParams({ type, startDate, endDate, tenantId }: ReportChoice): URLSearchParams {
  const params = new URLSearchParams({ type, from: startDate, to: endDate })
  if (tenantId !== '') params.set('tenant', tenantId)
  return params
}

export const toFilter = ({ startDate, endDate, tenantId }: ReportChoice) => ({
  ...{ startDate, endDate },
  ...(tenantId !== '' && { tenantId }),
})

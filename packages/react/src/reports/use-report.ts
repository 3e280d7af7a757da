import {
  type BinaryResponse,
  checkReport,
  type Issue,
  isReportFailureWhole,
  type KinoraError,
  type ReportFilter,
  type ReportFormat,
  type ReportPreview,
  type ReportType,
  reportFailure,
  reportFileName,
  reports,
} from '@kinora/core'
import { saveFile } from '../adapters/download.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite, type WriteResult } from '../kernel/use-write.ts'
import type { PartState } from '../ui/part.ts'
import { type ReportTexts, useReportTexts } from './texts.ts'

/** Which report is asked for, of which days and whose. */
export interface ReportChoice {
  type: ReportType
  /** `2026-11-20`; empty where none is chosen. */
  startDate: string
  endDate: string
  /** Empty for all. */
  tenantId: string
}

export interface ReportOptions extends Omit<ReportChoice, 'tenantId'> {
  /** Left out for all. */
  tenantId?: string | undefined
}

/** Why there is no report, in words; `text` is empty where the title says all. */
export interface ReportProblem {
  title: string
  text: string
}

export interface ReportModel {
  state: PartState
  /** The plot and the first rows. */
  preview: ReportPreview | undefined
  /** What is wrong with the days, each at its field; nothing is asked while there are any. */
  issues: readonly Issue[]
  /** Why there is no report, in words. */
  error: string | undefined
  /** The same in a title and what more there is to say. */
  problem: ReportProblem | undefined
  isLoading: boolean
  retry(): void
  /** Saves all of it as a file, a spreadsheet unless said otherwise; one at a time. */
  download(format?: ReportFormat): Promise<WriteResult<BinaryResponse>>
  isDownloading: boolean
  stopDownload(): void
}

/**
 * A report without markup: its plot and first rows, the whole of it as a file, and failures in words. What is billed is billed by the
 * month: ask for it from the first day of one to the last of another.
 */
export function useReport(choice: ReportOptions): ReportModel {
  const texts = useReportTexts()
  const { type } = choice
  const filter = toFilter(choice)
  const issues = checkReport(filter)
  const isGood = issues.length === 0
  const read = useRead(reports.preview, { ...filter, type }, { enabled: isGood })
  const { data, error } = read
  const first = issues[0]
  const problem =
    first !== undefined
      ? { title: texts.issue(first), text: '' }
      : error !== null && data === undefined
        ? tellFailure(error, texts)
        : undefined
  return {
    state: problem ? 'failed' : data === undefined ? 'loading' : data.rows.length === 0 ? 'empty' : 'ready',
    preview: isGood ? data : undefined,
    issues,
    problem,
    error: problem && `${problem.title} ${problem.text}`.trim(),
    isLoading: isGood && data === undefined && read.isFetching,
    retry: () => void read.refetch(),
    ...useReportDownload({ ...filter, type }, texts),
  }
}

const toFilter = ({ startDate, endDate, tenantId }: Omit<ReportOptions, 'type'>) => ({
  startDate,
  endDate,
  ...(tenantId && { tenantId }),
})

// REPORT-04, REPORT-05
/** A failure of a report, with the failure's own words where there are more to say. */
function tellFailure(error: KinoraError, { text, error: own }: ReportTexts): ReportProblem {
  const key = reportFailure(error)
  if (key === undefined) return { title: own(error), text: '' }
  return { title: text(key), text: isReportFailureWhole(error) ? '' : own(error) }
}

type ReportQuery = ReportFilter & { type: ReportType }

/** REPORT-08: one download at a time, by the call that the report has (C-82). */
function useReportDownload({ type, ...filter }: ReportQuery, texts: ReportTexts) {
  const options = {
    invalidates: [],
    timeout: 0,
    success: texts.text('success.downloadComplete'),
    failure: (error: KinoraError) => Object.values(tellFailure(error, texts)).join(' ').trim(),
  }
  const save = (
    file: BinaryResponse,
    { type, format, ...filter }: ReportQuery & { format?: ReportFormat | undefined },
  ) => saveFile(file, reportFileName(type, filter, format ?? 'xlsx'))
  const tenant = useWrite(reports.tenant, { ...options, onSuccess: save })
  const tracking = useWrite(reports.tracking, {
    ...options,
    onSuccess: (file, asked) => save(file, { ...asked, type: 'contentProviderUsage' }),
  })
  return {
    download: (format: ReportFormat = 'xlsx') =>
      type === 'contentProviderUsage'
        ? tracking.send({ ...filter, type, format })
        : tenant.send({ ...filter, type, format }),
    isDownloading: tenant.isPending || tracking.isPending,
    stopDownload() {
      tenant.abort()
      tracking.abort()
    },
  }
}

import { type BinaryAnswer, type KinoraError, type ReportFormat, reportFiles, reports } from '@kinora/core'
import { saveFile } from '../adapters/download.ts'
import { useWrite } from '../kernel/use-write.ts'
import { tellFailure } from './report-preview.tsx'
import { type ReportChoice, toFilter } from './report-state.ts'
import type { ReportTexts } from './texts.ts'

export interface ReportDownload {
  start(choice: ReportChoice, format: ReportFormat): void
  pending: boolean
  stop(): void
}

/** REPORT-08: one download at a time, by the call that the report has (C-82). */
export function useReportDownload(texts: ReportTexts): ReportDownload {
  const options = {
    invalidates: [],
    timeout: 0,
    success: texts.text('success.downloadComplete'),
    failure: (error: KinoraError) => Object.values(tellFailure(error, texts)).join(' ').trim(),
  }
  const save = (
    file: BinaryAnswer,
    { type, format }: { type: keyof typeof reportFiles; format?: ReportFormat | undefined },
  ) => saveFile(file, `${reportFiles[type]}.${format ?? 'xlsx'}`)
  const tenant = useWrite(reports.tenant, { ...options, onSuccess: save })
  const tracking = useWrite(reports.tracking, {
    ...options,
    onSuccess: (file, { format }) => save(file, { type: 'contentProviderUsage', format }),
  })
  return {
    start(choice, format) {
      const { type } = choice
      if (type === 'contentProviderUsage') void tracking.send({ ...toFilter(choice), type, format })
      else void tenant.send({ ...toFilter(choice), type, format })
    },
    pending: tenant.pending || tracking.pending,
    stop() {
      tenant.abort()
      tracking.abort()
    },
  }
}

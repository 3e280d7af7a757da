import { type Batch, batches } from '@kinora/core'
import { useWorkActs, useWorkReading, type WorkActs } from '../file-work/use-work.ts'
import type { Reading } from '../kernel/form-state.tsx'
import { useBatchTexts } from './texts.ts'

export interface BatchModel extends WorkActs {
  batch: Batch | undefined
  /** How reading it went. */
  reading: Reading
}

const asItIs = (batch: Batch) => batch

/** State of one batch: polled while it runs; start, stop and results. */
export function useBatch(id: string): BatchModel {
  const { text } = useBatchTexts()
  const { found, reading } = useWorkReading(batches.fetch, { id }, asItIs)
  const acts = useWorkActs(
    batches,
    { id },
    {
      downloading: text('success.downloadingFile'),
      fileName: 'results.csv',
    },
  )
  return { batch: found, reading, ...acts }
}

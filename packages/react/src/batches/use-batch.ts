import { type Batch, batches, isBatchAtRest, toProcessFailure } from '@kinora/core'
import { useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import type { Reading } from '../kernel/form-state.tsx'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { useBatchTexts } from './texts.ts'

/** Milliseconds between looks at a batch that is being processed. */
const LIVE = 1500
/** And at one that rests: somebody else may start it. */
const AT_REST = 15_000

export interface BatchModel {
  batch: Batch | undefined
  /** How reading it went. */
  reading: Reading
  /** Whether rows may still change. */
  moving: boolean
  acting: boolean
  /** BULK-05: the platform processes no batches; stays until the next try. */
  processError: string | undefined
  process(): Promise<void>
  stop(): Promise<void>
  downloadResults(): Promise<void>
}

/** State of one batch: polled while it runs; start, stop and results. */
export function useBatch(id: string): BatchModel {
  const [live, setLive] = useState(false)
  const reading = useRead(batches.fetch, { id }, { refetchInterval: live ? LIVE : AT_REST })
  const batch = reading.data
  const moving = batch !== undefined && (!isBatchAtRest(batch) || batch.isFinishing)
  if (moving !== live) setLive(moving)
  return {
    batch,
    reading,
    moving,
    ...useBatchActs(id),
  }
}

function useBatchActs(id: string) {
  const { text, error: textOf } = useBatchTexts()
  const process = useWrite(batches.process, {
    success: text('success.bulkProcessing'),
    failure: error => (toProcessFailure(error) === 'processError' ? undefined : textOf(error)),
  })
  const stop = useWrite(batches.stop, { success: text('success.bulkStopped') })
  const results = useWrite(batches.download, {
    success: text('success.downloadingFile'),
    onSuccess: file => saveFile(file, 'results.csv'),
    timeout: 0,
  })
  const { error } = process
  return {
    acting: process.pending || stop.pending || results.pending,
    processError: error !== null && toProcessFailure(error) === 'processError' ? textOf(error) : undefined,
    process: async () => void (await process.send({ id })),
    stop: async () => void (await stop.send({ id })),
    downloadResults: async () => void (await results.send({ id })),
  }
}

import { type Endpoint, type Input, type Output, toProcessFailure } from '@kinora/core'
import { useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import type { Reading } from '../kernel/form-state.tsx'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { useWorkTexts } from './texts.ts'
import { isMoving, type Work } from './work.ts'

/** Milliseconds between looks at work that is going on. */
const LIVE = 1500
/** And at work that rests: somebody else may start it. */
const AT_REST = 15_000

export interface WorkActs {
  acting: boolean
  /** BULK-05: the platform processes none; stays until the next try. */
  processError: string | undefined
  process(): Promise<void>
  stop(): Promise<void>
  download(): Promise<void>
}

/** What was read of some work, again and again: soon while it moves. */
export function useWorkReading<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  toWork: (found: Output<E>) => Work,
): { found: Output<E> | undefined; work: Work | undefined; reading: Reading } {
  const [live, setLive] = useState(false)
  const reading = useRead(endpoint, input, { refetchInterval: live ? LIVE : AT_REST })
  const found = reading.data as Output<E> | undefined
  const work = found === undefined ? undefined : toWork(found)
  const moving = work !== undefined && isMoving(work)
  if (moving !== live) setLive(moving)
  return { found, work, reading }
}

interface Calls<P extends Endpoint, S extends Endpoint, D extends Endpoint> {
  process: P
  stop: S
  download: D
}

/** Start, stop and the file with the results; `downloading` is said when that comes, as a file of this name. */
export function useWorkActs<P extends Endpoint, S extends Endpoint, D extends Endpoint>(
  calls: Calls<P, S, D>,
  input: Input<P> & Input<S> & Input<D>,
  { downloading, fileName }: { downloading: string; fileName: string },
): WorkActs {
  const { text, error: textOf } = useWorkTexts()
  const process = useWrite(calls.process, {
    success: text('success.bulkProcessing'),
    failure: error => (toProcessFailure(error) === 'processError' ? undefined : textOf(error)),
  })
  const stop = useWrite(calls.stop, { success: text('success.bulkStopped') })
  const results = useWrite(calls.download, {
    success: downloading,
    onSuccess: file => saveFile(file as Parameters<typeof saveFile>[0], fileName),
    timeout: 0,
  })
  const { error } = process
  return {
    acting: process.pending || stop.pending || results.pending,
    processError: error !== null && toProcessFailure(error) === 'processError' ? textOf(error) : undefined,
    process: async () => void (await process.send(input)),
    stop: async () => void (await stop.send(input)),
    download: async () => void (await results.send(input)),
  }
}

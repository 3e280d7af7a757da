import { type Batch, batches, isBatchAtRest, type KinoraError, toProcessFailure } from '@kinora/core'
import { useCallback, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import { useKinora } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { useBatchTexts } from './texts.ts'

/** Milliseconds between looks at a batch that is being processed. */
const LIVE = 1500
/** And at one that rests: somebody else may start it. */
const AT_REST = 15_000

export interface BatchModel {
  batch: Batch | undefined
  error: KinoraError | null
  retry(): void
  /** Whether rows may still change. */
  moving: boolean
  acting: boolean
  /** BULK-05: the platform processes no batches; stays until the next try. */
  processError: string | undefined
  process(): Promise<void>
  stop(): Promise<void>
  downloadResults(): Promise<void>
}

/** One batch without looks: followed while it moves, started, stopped, its results handed out. */
export function useBatch(id: string): BatchModel {
  const [live, setLive] = useState(false)
  const reading = useRead(batches.fetch, { id }, { refetchInterval: live ? LIVE : AT_REST })
  const batch = reading.data
  const moving = batch !== undefined && (!isBatchAtRest(batch) || batch.isFinishing)
  if (moving !== live) setLive(moving)
  return {
    batch,
    error: reading.error,
    retry: () => void reading.refetch(),
    moving,
    ...useBatchActs(id),
  }
}

function useBatchActs(id: string) {
  const { session, queries } = useKinora()
  const texts = useBatchTexts()
  const toasts = useToasts()
  const [acting, setActing] = useState(false)
  const [processError, setProcessError] = useState<string>()
  const act = useCallback(
    async (work: () => Promise<unknown>, done: string, fail: (error: unknown) => void) => {
      setActing(true)
      try {
        await work()
        toasts.show({ text: done, tone: 'positive' })
      } catch (error) {
        fail(error)
      } finally {
        await queries.invalidateQueries({ queryKey: ['batches'] })
        setActing(false)
      }
    },
    [queries, toasts],
  )
  const say = (error: unknown) => void toasts.show({ text: texts.error(error), tone: 'negative' })
  return {
    acting,
    processError,
    process: () => {
      setProcessError(undefined)
      return act(
        () => session.send(batches.process, { id }),
        texts.text('success.bulkProcessing'),
        error =>
          toProcessFailure(error) === 'processError' ? setProcessError(texts.error(error)) : say(error),
      )
    },
    stop: () => act(() => session.send(batches.stop, { id }), texts.text('success.bulkStopped'), say),
    downloadResults: () =>
      act(
        async () => saveFile(await session.send(batches.download, { id }, { timeout: 0 }), 'results.csv'),
        texts.text('success.downloadingFile'),
        say,
      ),
  }
}

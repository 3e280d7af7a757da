import { isKinoraError, KinoraError } from '../../kernel/errors.ts'
import { retry, retryPolicy } from '../../kernel/retry.ts'
import { TRAILER_POLL_INTERVAL } from '../../titles/status.ts'
import { anotherUploadError } from '../file/prepare.ts'
import type { EngineReport } from '../machine/states.ts'
import type { Clock, Processing, Transport, UploadTarget } from '../ports.ts'

/** UPLOAD-07, CONST-08 */
export const POLL_INTERVAL = 3000

export interface ProcessingCall {
  transport: Transport
  clock: Clock
  target: UploadTarget
  signal: AbortSignal
}

/** VIDEO-04: asks for encoding. A refusal counts as done when the server is at work already: the answer before was lost. */
export async function requestEncoding({ transport, target, signal }: ProcessingCall): Promise<EngineReport> {
  try {
    await transport.encode(target, { signal })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const found = await transport.watch(target, { signal })
    if (found.kind !== 'working' && found.kind !== 'done') throw error
  }
  return { type: 'encoded' }
}

/** Polls until the server has processed the file; reports each change of phase. */
export async function pollProcessing(
  call: ProcessingCall,
  onPhase: (report: EngineReport) => void,
): Promise<EngineReport> {
  const { transport, clock, target, signal } = call
  const interval = target.role === 'trailer' ? TRAILER_POLL_INTERVAL : POLL_INTERVAL
  for (;;) {
    const found = await transport.watch(target, { signal })
    const report = toReport(found)
    if (report !== undefined) return report
    if (found.kind === 'working') onPhase({ type: 'phase', phase: found.phase })
    await sleep(clock, interval, signal)
  }
}

/** UPLOAD-21: repeats a cancel that didn't get through; having nothing to cancel is success too. */
export async function cancelRemote({ transport, clock, target, signal }: ProcessingCall): Promise<void> {
  const wait = (milliseconds: number) => sleep(clock, milliseconds, signal)
  const may = (error: KinoraError) => !isRefusal(error)
  const cancel = () => transport.cancel(target, { signal })
  await retry({ ...retryPolicy.command, may, sleep: wait, signal }, cancel).catch(() => undefined)
}

export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = clock.setTimeout(() => {
      signal.removeEventListener('abort', cancel)
      resolve()
    }, milliseconds)
    const cancel = (): void => {
      stop()
      reject(new KinoraError('aborted'))
    }
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
  })
}

function toReport(found: Processing): EngineReport | undefined {
  if (found.kind === 'done') return { type: 'done' }
  if (found.kind === 'cancelled') return { type: 'cancelledElsewhere' }
  if (found.kind === 'replaced') return { type: 'processingFailed', error: anotherUploadError() }
  if (found.kind !== 'failed') return undefined
  return { type: 'processingFailed', error: new KinoraError('refused', { issues: [found.issue] }) }
}

const refusals: ReadonlySet<string> = new Set(['invalid', 'refused', 'notFound', 'conflict'])
const isRefusal = (error: unknown): error is KinoraError => isKinoraError(error) && refusals.has(error.code)

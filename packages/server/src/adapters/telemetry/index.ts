import type { MediaPort } from '../../ports/media.ts'
import type { JobsPort, MetricsPort } from '../../ports/runtime.ts'
import { noTraces, type TracesPort } from '../../ports/traces.ts'
import type { Config } from '../config.ts'
import { createPromMetrics } from '../metrics-prom.ts'

interface Recorded {
  jobs: JobsPort
  media: MediaPort
}

/** How what a server does is seen from outside. */
export interface Telemetry {
  metrics: MetricsPort
  traces: TracesPort
  /** The same ports, whose work is part of the trace that asked for it. */
  withTraces(ports: Recorded): Recorded
  observeQueues(jobs: JobsPort): void
  /** Sends what was recorded. */
  close(): Promise<void>
}

/** OPS-10: figures for `/metrics`, and a collector's where one is named: nothing of OpenTelemetry is loaded where none is. */
export async function openTelemetry({ telemetry }: Pick<Config, 'telemetry'>): Promise<Telemetry> {
  const counted = createPromMetrics()
  if (!telemetry)
    return {
      metrics: counted,
      traces: noTraces,
      withTraces: ports => ports,
      observeQueues: () => undefined,
      close: async () => undefined,
    }
  const { createTraces, observeQueues, startTelemetry, withJobTraces, withMediaTraces, withTelemetry } =
    await import('./collected.ts')
  const close = await startTelemetry()
  const traces = createTraces()
  return {
    metrics: withTelemetry(counted),
    traces,
    withTraces: ({ jobs, media }) => ({
      jobs: withJobTraces(jobs, traces),
      media: withMediaTraces(media, traces),
    }),
    observeQueues,
    close,
  }
}

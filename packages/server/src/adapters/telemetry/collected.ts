import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { KinoraError } from '@kinora/core'
import {
  context,
  metrics,
  propagation,
  type Span as RecordedSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { MediaPort } from '../../ports/media.ts'
import type { JobsPort, MetricsPort } from '../../ports/runtime.ts'
import type { Attributes, Carrier, Span, TracesPort } from '../../ports/traces.ts'

/** What is used of the SDK, which an operator who wants it installs (decision 0192). */
interface Sdk {
  NodeSDK: new (options: { serviceName?: string }) => { start(): void; shutdown(): Promise<void> }
}

const SDK = '@opentelemetry/sdk-node'

/**
 * Starts OpenTelemetry's SDK, which reads the usual `OTEL_…` variables itself; resolves to what ends it, with all that was recorded
 * sent. Throws `invalid` where it isn't installed.
 */
export async function startTelemetry(): Promise<() => Promise<void>> {
  const { NodeSDK } = await importSdk()
  const named =
    process.env.OTEL_SERVICE_NAME || process.env.OTEL_RESOURCE_ATTRIBUTES?.includes('service.name=')
  const sdk = new NodeSDK(named ? {} : { serviceName: 'kinora' })
  sdk.start()
  // A collector that is gone keeps no server from ending.
  return () => sdk.shutdown().catch(() => undefined)
}

/** From beside this package, or from beside the folder that the server was started in. */
async function importSdk(): Promise<Sdk> {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json')).href]) {
    const file = findFrom(from)
    if (file !== undefined) return (await import(pathToFileURL(file).href)) as Sdk
  }
  throw new KinoraError('invalid', {
    detail: `An OTEL_EXPORTER_OTLP_… address is set, but ${SDK} is not installed here: npm install ${SDK} @opentelemetry/api, or take the variable away (OTEL_SDK_DISABLED=true does too).`,
  })
}

function findFrom(from: string): string | undefined {
  try {
    return createRequire(from).resolve(SDK)
  } catch {
    return undefined
  }
}

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL }

export function createTraces(): TracesPort {
  const tracer = trace.getTracer('kinora')
  return {
    span: (name, { kind = 'internal', from, attributes = {} }, work) => {
      const parent = from === undefined ? context.active() : propagation.extract(context.active(), from)
      return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, parent, async span => {
        try {
          return await work(toSpan(span))
        } catch (error) {
          span.recordException(error instanceof Error ? error : String(error))
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      })
    },
    carrier: () => {
      const carrier: Record<string, string> = {}
      propagation.inject(context.active(), carrier)
      return carrier
    },
  }
}

const toSpan = (span: RecordedSpan): Span => ({
  traceId: span.isRecording() ? span.spanContext().traceId : undefined,
  rename: name => void span.updateName(name),
  set: (attributes: Attributes) => void span.setAttributes(attributes),
  fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
})

/** Where a job's data say which trace it belongs to. */
const TRACE = 'trace'

/** A job goes on with the trace of the call that queued it. One that waits for its time begins its own: turns that queue one another would be one trace for ever. */
export const withJobTraces = (jobs: JobsPort, traces: TracesPort): JobsPort => ({
  ...jobs,
  enqueue: (queue, data, options = {}) => {
    const carrier = options.delaySeconds === undefined ? traces.carrier() : {}
    const isTraced = Object.keys(carrier).length > 0
    return jobs.enqueue(queue, isTraced ? { ...data, [TRACE]: carrier } : data, options)
  },
  work: (queue, options, handler) =>
    jobs.work<Parameters<typeof handler>[0] & { [TRACE]?: Carrier }>(
      queue,
      options,
      ({ [TRACE]: from, ...data }, job) => {
        const attributes = { 'messaging.destination.name': queue, 'messaging.message.id': job.id }
        return traces.span(
          `job ${queue}`,
          {
            kind: 'consumer',
            from: from ?? {},
            attributes: { ...attributes, 'kinora.attempt': job.attempt },
          },
          () => handler(data as unknown as Parameters<typeof handler>[0], job),
        )
      },
    ),
})

/** Each step of the encoder is a span of its job. */
export function withMediaTraces(media: MediaPort, traces: TracesPort): MediaPort {
  const traced =
    <Given extends unknown[], Made>(name: string, step: (...given: Given) => Promise<Made>) =>
    (...given: Given) =>
      traces.span(`media ${name}`, { attributes: { 'kinora.media': media.name } }, () => step(...given))
  return {
    ...media,
    probe: traced('probe', media.probe),
    normalise: traced('normalise', media.normalise),
    ladder: traced('ladder', media.ladder),
    rendition: traced('rendition', media.rendition),
    cover: traced('cover', media.cover),
    picture: traced('picture', media.picture),
  }
}

/** Bounds of the histogram of calls in seconds, as the conventions of HTTP have them. */
const CALL_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const JOB_BOUNDS = [0.1, 1, 10, 60, 300, 1800, 7200]

/** What is counted for `/metrics` is sent to the collector as well. */
export function withTelemetry(counted: MetricsPort): MetricsPort {
  const meter = metrics.getMeter('kinora')
  const calls = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: CALL_BOUNDS },
  })
  const tries = meter.createHistogram('kinora.job.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: JOB_BOUNDS },
  })
  return {
    ...counted,
    request(seen) {
      counted.request(seen)
      calls.record(seen.seconds, {
        'http.request.method': seen.method,
        'http.route': seen.endpoint,
        'http.response.status_code': seen.status,
      })
    },
    job(seen) {
      counted.job(seen)
      tries.record(seen.seconds, { 'kinora.queue': seen.queue, 'kinora.outcome': seen.outcome })
    },
  }
}

/** How the queues are, asked as often as figures are sent. */
export function observeQueues(jobs: Pick<JobsPort, 'state'>): void {
  const meter = metrics.getMeter('kinora')
  const gauges = {
    waiting: meter.createObservableGauge('kinora.jobs.waiting'),
    running: meter.createObservableGauge('kinora.jobs.running'),
    oldestSeconds: meter.createObservableGauge('kinora.jobs.oldest', { unit: 's' }),
    runningSeconds: meter.createObservableGauge('kinora.jobs.running_longest', { unit: 's' }),
  }
  meter.addBatchObservableCallback(async result => {
    for (const { queue, ...state } of await jobs.state())
      for (const key of ['waiting', 'running', 'oldestSeconds', 'runningSeconds'] as const)
        result.observe(gauges[key], state[key], { 'kinora.queue': queue })
  }, Object.values(gauges))
}

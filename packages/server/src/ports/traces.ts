/** What goes from one process to the next, so that a trace goes on there: `traceparent` and its like. */
export type Carrier = Readonly<Record<string, string>>

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** A piece of work as it is recorded. */
export interface Span {
  /** Of the whole trace, for the log; undefined where nothing is recorded. */
  readonly traceId: string | undefined
  rename(name: string): void
  set(attributes: Attributes): void
  /** It failed, though it threw nothing. */
  fail(): void
}

export interface SpanOptions {
  /** A call that is answered, a job that is taken up, or a step of either. */
  kind?: 'server' | 'consumer' | 'internal'
  /** Of the one who asked; the span that runs here is gone on with unless given. */
  from?: Carrier
  attributes?: Attributes
}

/** OPS-10: one request is one trace, through the jobs that come of it. */
export interface TracesPort {
  /** Records work as a span; what it throws fails it and goes on. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** Of the span that runs here, for those who go on with it elsewhere. */
  carrier(): Carrier
}

const noSpan: Span = { traceId: undefined, rename() {}, set() {}, fail() {} }

/** Without a collector nothing is recorded. */
export const noTraces: TracesPort = { span: (_name, _options, work) => work(noSpan), carrier: () => ({}) }

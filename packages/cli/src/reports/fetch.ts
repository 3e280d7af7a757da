import type { BinaryAnswer, ReportFilter, ReportFormat, ReportType } from '@kinora/core'
import type { Session } from '../kernel/session.ts'

interface Wanted {
  type: ReportType
  filter: ReportFilter
  format: ReportFormat
  path: string
}

/** Writes a report to a file, which is replaced at once or not at all; Ctrl-C ends it. */
export async function fetchReport(session: Session, { path, ...wanted }: Wanted): Promise<void> {
  const { body } = await ask(session, wanted)
  const whole = body instanceof Blob ? body.stream() : body
  const signal = session.world.interrupted
  const written =
    whole instanceof ReadableStream
      ? whole.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal })
      : whole
  await session.world.files.write(path, written)
}

/** C-82: the fourth has a call of its own. */
async function ask(session: Session, { type, filter, format }: Omit<Wanted, 'path'>): Promise<BinaryAnswer> {
  const { reports } = await session.api()
  const options = { signal: session.world.interrupted, timeout: 0 }
  return type === 'contentProviderUsage'
    ? reports.tracking({ ...filter, type, format }, options)
    : reports.tenant({ ...filter, type, format }, options)
}

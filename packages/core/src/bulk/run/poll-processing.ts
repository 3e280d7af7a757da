import { isKinoraError, toKinoraError } from '../../kernel/errors.ts'
import { titles } from '../../titles/endpoints.ts'
import type { Title } from '../../titles/schema.ts'
import { isStalled } from '../../titles/stuck.ts'
import { inParallel, isFatal, withRetry } from './concurrency.ts'
import {
  deletedResult,
  failedResult,
  idleResult,
  type Result,
  successResult,
  toOutcome,
  toPublishResult,
  toStamp,
} from './outcome.ts'
import type { RunPorts } from './ports.ts'
import { recordOf } from './steps.ts'

/** Titles per call. */
const callSize = 100
/** Titles polled per round: always the oldest, since the server works in order, the others in turn. */
const roundSize = 200
/** Results recorded, and titles published, at a time. */
const concurrency = 8
/** Polls after which an idle title counts as failed. */
const maxIdlePolls = 30
/** Stall timeout: milliseconds without progress of any title after which a queued title counts as stuck. */
const stallTimeout = 600_000

export interface ProcessingPoller {
  /** Adds a row whose files are all sent; its result is recorded as soon as it is known. */
  add(id: string): void
  /** Resolves once no row is left; rejects if polling failed. */
  finished(): Promise<void>
  /** Why polling failed, if it did. */
  failure(): unknown
}

/** Polls processing while further rows are sent (UPLOAD-07), and publishes what is ready. */
export function createProcessingPoller(
  ports: RunPorts,
  onFailure: (error: unknown) => void,
): ProcessingPoller {
  const open = new Map<string, number>()
  const lastProgress: LastProgress = { at: ports.clock.now() }
  let failure: unknown
  let loop: Promise<void> | undefined
  let isAllSent = false
  let isReported = false

  /** Once each row was looked at: one whose title needs no processing, or has it behind it, is open no more. */
  const tellWaiting = () => {
    if (!isAllSent || isReported || open.size === 0 || [...open.values()].includes(0)) return
    isReported = true
    ports.report.waiting(open.size)
  }

  const start = () => {
    loop ??= follow()
      .catch((error: unknown) => {
        failure = toKinoraError(error)
        onFailure(failure)
      })
      .finally(() => {
        loop = undefined
      })
  }

  const follow = async () => {
    for (let from = 0; open.size > 0; ) {
      const ids = [...open.keys()]
      if (from >= ids.length) from = 0
      const part =
        ids.length <= roundSize ? ids : [...ids.slice(0, callSize), ...ids.slice(from, from + roundSize)]
      from += roundSize
      const tagsToPoll = [...new Set(part)]
      for (let at = 0; at < tagsToPoll.length; at += callSize)
        await poll(tagsToPoll.slice(at, at + callSize), { open, lastProgress }, ports)
      tellWaiting()
      if (open.size > 0) await ports.clock.sleep(ports.poll, ports.signal)
    }
  }

  return {
    failure: () => failure,
    add(id) {
      open.set(id, 0)
      start()
    },
    async finished() {
      isAllSent = true
      while (open.size > 0 && failure === undefined) {
        start()
        await loop
      }
      if (failure !== undefined) throw failure
    },
  }
}

/** When any of the titles last made progress, in milliseconds since 1970. */
interface LastProgress {
  at: number
}

interface PollState {
  /** How often each row was polled. */
  open: Map<string, number>
  lastProgress: LastProgress
}

async function poll(
  ids: readonly string[],
  { open, lastProgress }: PollState,
  ports: RunPorts,
): Promise<void> {
  const tags = ids.map(id => recordOf(ports, id).tag)
  const page = await withRetry(ports.clock, ports.signal, () => ports.send(titles.find, { titleTags: tags }))
  const found = new Map(page.data.map(title => [title.tag, title]))
  if (page.data.some(isAtWork)) lastProgress.at = ports.clock.now()
  const rows = ids.map((id, index) => ({ id, title: found.get(tags[index]!) }))
  await inParallel(rows, concurrency, async ({ id, title }) => {
    const polls = (open.get(id) ?? 0) + 1
    const isTimeOver = ports.clock.now() - lastProgress.at > stallTimeout
    const result = await resultOf({ id, title, polls, isTimeOver }, ports)
    if (result === undefined) {
      open.set(id, polls)
      return
    }
    await ports.append({ kind: 'result', id, ...result })
    open.delete(id)
    ports.report.result(recordOf(ports, id), false)
  })
}

async function resultOf(
  polled: { id: string; title: Title | undefined; polls: number; isTimeOver: boolean },
  ports: RunPorts,
): Promise<Result | undefined> {
  const { id, title, polls, isTimeOver } = polled
  if (title === undefined) {
    await ports.append({ kind: 'lost', id })
    return deletedResult()
  }
  const verdict = toOutcome(title, recordOf(ports, id), ports.publish)
  if (verdict.kind === 'result') return { ...verdict.result, stamp: toStamp(title) }
  if (verdict.kind === 'publish') return publish(title, ports)
  // A long queue isn't stuck: a title may wait for as long as others before it finish.
  if (verdict.kind === 'stuck' && (isTimeOver || !verdict.queued))
    return { ...verdict.result, stamp: toStamp(title) }
  return verdict.kind === 'idle' && polls >= maxIdlePolls
    ? { ...idleResult(title), stamp: toStamp(title) }
    : undefined
}

const isAtWork = ({ stuck, processing }: Title): boolean =>
  !isStalled(stuck) && processing !== null && processing.step !== 'queued'

/** TITLE-20 */
async function publish(title: Title, ports: RunPorts): Promise<Result | undefined> {
  try {
    const { tag } = title
    const published = await withRetry(ports.clock, ports.signal, () => ports.send(titles.publish, { tag }))
    return { ...successResult('published'), stamp: toStamp(published) }
  } catch (error) {
    if (isFatal(error)) throw error
    const result = isKinoraError(error) ? toPublishResult(error) : failedResult(String(error))
    return { ...result, stamp: toStamp(title) }
  }
}

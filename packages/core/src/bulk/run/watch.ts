import { isKinoraError, toKinoraError } from '../../kernel/errors.ts'
import type { Title } from '../../titles/index.ts'
import { titles } from '../../titles/index.ts'
import { failed, gone, good, idle, judge, type Result, toPublishResult } from './outcome.ts'
import { inParallel } from './parallel.ts'
import type { RunPorts } from './ports.ts'
import { isGeneral, withRetry } from './retry.ts'
import { recordOf } from './steps.ts'
import { toStamp } from './touched.ts'

/** Titles asked about in one call. */
const batch = 100
/** Titles looked at in one round: the oldest always, since the server works in order, the others by turns. */
const atOnce = 200
/** Results noted, and titles published, at a time. */
const atATime = 8
/** Looks after which a title that nobody works on is given up. */
const patience = 30
/** Milliseconds without anything moving after which a title that waits for its turn counts as standing still. */
const stillness = 600_000

export interface Watch {
  /** Takes a row whose files are all sent; its result is noted as soon as it is known. */
  add(id: string): void
  /** Resolves once no row is left; rejects with what made watching impossible. */
  finished(): Promise<void>
  /** Why watching ended, should it have failed. */
  failure(): unknown
}

/** Follows what the server processes while further rows are being sent (UPLOAD-07), and publishes what is ready. */
export function createWatch(ports: RunPorts, onFailure: (error: unknown) => void): Watch {
  const open = new Map<string, number>()
  const pulse: Pulse = { at: ports.clock.now() }
  let failure: unknown
  let loop: Promise<void> | undefined

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
      const part = ids.length <= atOnce ? ids : [...ids.slice(0, batch), ...ids.slice(from, from + atOnce)]
      from += atOnce
      const asked = [...new Set(part)]
      for (let at = 0; at < asked.length; at += batch)
        await look(asked.slice(at, at + batch), { open, pulse }, ports)
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
      while (open.size > 0 && failure === undefined) {
        ports.report.waiting(open.size)
        start()
        await loop
      }
      if (failure !== undefined) throw failure
    },
  }
}

/** When any of the titles was last seen to move, in milliseconds since 1970. */
interface Pulse {
  at: number
}

interface Seen {
  /** How often each row was looked at. */
  open: Map<string, number>
  pulse: Pulse
}

async function look(ids: readonly string[], { open, pulse }: Seen, ports: RunPorts): Promise<void> {
  const tags = ids.map(id => recordOf(ports, id).tag)
  const page = await withRetry(ports.clock, ports.signal, () => ports.send(titles.find, { titleTags: tags }))
  const found = new Map(page.data.map(title => [title.tag, title]))
  if (page.data.some(isAtWork)) pulse.at = ports.clock.now()
  const rows = ids.map((id, index) => ({ id, title: found.get(tags[index]!) }))
  await inParallel(rows, atATime, async ({ id, title }) => {
    const looks = (open.get(id) ?? 0) + 1
    const isStill = ports.clock.now() - pulse.at > stillness
    const result = await resultOf({ id, title, looks, isStill }, ports)
    if (result === undefined) {
      open.set(id, looks)
      return
    }
    await ports.append({ kind: 'result', id, ...result })
    open.delete(id)
    ports.report.result(recordOf(ports, id), false)
  })
}

async function resultOf(
  seen: { id: string; title: Title | undefined; looks: number; isStill: boolean },
  ports: RunPorts,
): Promise<Result | undefined> {
  const { id, title, looks, isStill } = seen
  if (title === undefined) {
    await ports.append({ kind: 'lost', id })
    return gone()
  }
  const verdict = judge(title, recordOf(ports, id), ports.publish)
  if (verdict.kind === 'result') return { ...verdict.result, stamp: toStamp(title) }
  if (verdict.kind === 'publish') return publish(title, ports)
  // A long queue is no standstill: a title may wait for as long as others come to their end before it.
  if (verdict.kind === 'stuck' && (isStill || !verdict.queued))
    return { ...verdict.result, stamp: toStamp(title) }
  return verdict.kind === 'idle' && looks >= patience ? { ...idle(title), stamp: toStamp(title) } : undefined
}

const isAtWork = ({ stuck, processing }: Title): boolean =>
  stuck === null && processing !== null && processing.step !== 'queued'

/** TITLE-20 */
async function publish(title: Title, ports: RunPorts): Promise<Result | undefined> {
  try {
    const { tag } = title
    const published = await withRetry(ports.clock, ports.signal, () => ports.send(titles.publish, { tag }))
    return { ...good('published'), stamp: toStamp(published) }
  } catch (error) {
    if (isGeneral(error)) throw error
    const result = isKinoraError(error) ? toPublishResult(error) : failed(String(error))
    return { ...result, stamp: toStamp(title) }
  }
}

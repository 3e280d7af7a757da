import { type Endpoint, isBinary, type PageInput, toPage, toWireNames, typesOnly } from '@kinora/core'
import * as z from 'zod'
import type { Deps } from '../../deps.ts'
import { toTextStream } from '../csv.ts'
import type { Context } from '../handlers.ts'
import { yieldToEventLoop } from '../pieces.ts'

/** Rows that are read, checked and written at a time. Between two pieces other calls are answered. */
export const LIST_BATCH_SIZE = 1000

type Wanted = Pick<PageInput, 'page' | 'take'>
interface ListResponse {
  data: unknown[]
  totalRecords: number
}

/** Whether a call asks a list for more than a piece: C-08 lets it ask for all. What holds no `data` is no list. */
export function isLong(endpoint: Endpoint, input: object): input is Wanted {
  const { page, take } = input as Partial<Wanted>
  const shape = (endpoint.output as { shape?: object }).shape ?? {}
  const isList = 'data' in shape && 'totalRecords' in shape
  return isList && page !== undefined && take !== undefined && (take < 1 || take > LIST_BATCH_SIZE)
}

/**
 * C-08: the JSON of a list of any length, read page by page as its reader takes it, so that neither the time of others nor
 * memory depends on how long it is. Each page is its own query, as when a client turns pages, and all are of one moment. Errors of the first page are
 * thrown; a later one breaks the stream off, which no reader of JSON takes for a whole answer.
 */
export const writeLongList = (
  endpoint: Endpoint,
  wanted: Wanted,
  read: (wanted: Wanted) => Promise<unknown>,
): Promise<ReadableStream<Uint8Array>> =>
  toTextStream(
    write(wanted, async page => {
      return toWireOutput(endpoint, await read({ page, take: LIST_BATCH_SIZE })) as ListResponse
    }),
  )

async function* write(
  { page, take }: Wanted,
  readPiece: (page: number) => Promise<ListResponse>,
): AsyncGenerator<string> {
  const isAll = take < 1
  const start = isAll ? 0 : (page - 1) * take
  const end = isAll ? (page > 1 ? 0 : Number.POSITIVE_INFINITY) : start + take
  let before = '{"data":['
  for (let at = Math.floor(start / LIST_BATCH_SIZE); ; at++) {
    const { data, ...rest } = await readPiece(at + 1)
    const [from, to] = [start, end].map(row => Math.max(0, row - at * LIST_BATCH_SIZE))
    const rows = data.slice(from, to)
    if (rows.length > 0) {
      yield before + rows.map(row => JSON.stringify(row)).join(',')
      before = ','
    }
    // A piece of which rows are gone meanwhile is short, and not the last one.
    if ((at + 1) * LIST_BATCH_SIZE >= Math.min(end, rest.totalRecords)) {
      const counts = closing(rest, toPage([], rest.totalRecords, { page, take }))
      return yield (before === ',' ? '' : before) + counts
    }
    await yieldToEventLoop()
  }
}

/** The end of the answer: its counts, under the names that this list has for them. */
function closing(rest: object, { totalPages, page }: { totalPages: number; page: number }): string {
  const counts = { ...rest, totalPages, ...('pageNo' in rest ? { pageNo: page } : { page }) }
  return `],${JSON.stringify(counts).slice(1)}`
}

/** The pieces of a list are told by one clock: what depends on the time would else be skipped between two of them, or come twice. */
export function ofOneMoment(deps: Deps): Deps {
  const now = deps.clock.now()
  return { ...deps, clock: { now: () => now } }
}

/** What the pieces of one answer ask, once for all of them. */
export function createOnce(): Context['once'] {
  let asked: Promise<unknown> | undefined
  return <T>(ask: () => Promise<T>) => {
    asked ??= ask()
    return asked as Promise<T>
  }
}

/** Serialises the output of a handler: what the contract names of it, under the names of the wire. */
export function toWireOutput({ id, output, wireNames }: Endpoint, answer: unknown): unknown {
  if (isBinary(output)) throw new Error(`${id} answers with a file, not with JSON.`)
  return toWireNames(wireNames().output, checked(output, answer, id))
}

/** AUTH-21: only what the contract names ever leaves, whatever a handler returned; its types are held, limits of what people write aren’t (decision 0110). `what` is for the log. */
export function checked<S extends z.ZodType>(schema: S, answer: unknown, what: string): z.output<S> {
  const result = typesOnly(schema).safeParse(answer)
  if (result.success) return result.data
  throw new Error(`${what} answered against its own contract: ${z.prettifyError(result.error)}`)
}

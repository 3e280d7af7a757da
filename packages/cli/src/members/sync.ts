import {
  type InboundSource,
  type Input,
  isRetryable,
  KinoraError,
  MEMBERS_AT_ONCE,
  type MemberRowResult,
  retry,
  retryPolicy,
  type Send,
  siteContent,
} from '@kinora/core'
import { type MemberRow, memberColumns, readCsv, readMembers } from '@kinora/core/bulk'
import { safe, say } from '../kernel/cells.ts'
import { exitCodes, usage } from '../kernel/exit.ts'
import { contextFlags, quotedPath } from '../kernel/hints.ts'
import { messages } from '../kernel/messages.ts'
import { createBar } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'

export interface SyncFlags {
  source?: InboundSource
  /** The first row that is handed in. */
  from?: number
}

/** A row of a file as it is handed in, or what keeps it here. */
type Row = { row: number; externalUserId: string } & ({ entry: object } | { problem: string })

interface Result {
  row: number
  externalUserId: string
  state: MemberRowResult['state']
  problem: string
}

/**
 * C-146: hands in members and their items by the site's own call, some at a time. What is there already stays, so that the same file may be
 * sent again; a run that breaks off says with which row to go on.
 */
export async function syncCommand(
  session: Session,
  path: string,
  { source, from = 1 }: SyncFlags,
): Promise<void> {
  const { print, world } = session
  const file = await world.files.open(path)
  const total = await countRows(file)
  const send = await siteOf(session)
  const bar = await createBar(session, { label: file.name, total, unit: 'share' })
  const list = print.list<Result>(columns)
  const counts = { rows: 0, refused: 0 }
  let next = from
  try {
    for await (const rows of portionsOf(file, from)) {
      const results = await handIn(session, send, { source, rows })
      list.add(results)
      counts.rows += rows.length
      counts.refused += results.filter(({ state }) => state === 'refused').length
      next = rows.at(-1)!.row + 1
      bar.update(next - 1)
    }
  } catch (error) {
    bar.end()
    list.end()
    print.note(
      safe`Go on with: kinora members sync ${quotedPath(path)} --from ${String(next)}${contextFlags(session)}`,
    )
    throw error
  }
  bar.end()
  list.end()
  print.done(
    say({ one: '{{count}} row handed in.', other: '{{count}} rows handed in.' }, { count: counts.rows }),
  )
  if (counts.refused > 0) session.code = exitCodes.partly
}

const columns = [
  { header: 'ROW', value: ({ row }: Result) => row, align: 'right' as const },
  { header: 'EXTERNAL ID', value: ({ externalUserId }: Result) => externalUserId, look: 'accent' as const },
  {
    header: 'RESULT',
    value: ({ state }: Result) => state,
    look: ({ state }: Result) => (state === 'refused' ? ('bad' as const) : undefined),
  },
  { header: 'WHY', value: ({ problem }: Result) => problem, flexible: true },
]

/** The keys of the site, from the environment; or a token of it. */
async function siteOf(session: Session): Promise<Send> {
  const {
    KINORA_ACCESS_KEY: accessKey,
    KINORA_SITE_SECRET: secretKey,
    KINORA_TOKEN: token,
  } = session.world.env
  if (accessKey && secretKey)
    return (await import('../kernel/site-client.ts')).createSiteClient(session, { accessKey, secretKey })
  if (token) return session.send()
  throw usage(
    'The keys of the tenant’s site are missing',
    'Set KINORA_ACCESS_KEY and KINORA_SITE_SECRET to the pair that this shows: kinora tenants keys ID',
    'Members are handed in as the site does it.',
  )
}

/** One call, again while the server is busy or away; it may be repeated, since the same again changes nothing. */
async function handIn(
  { world }: Session,
  send: Send,
  { source, rows }: { source: InboundSource | undefined; rows: readonly Row[] },
): Promise<Result[]> {
  const sent = rows.filter(row => 'entry' in row)
  const members = sent.map(({ entry }) => entry) as unknown as Input<typeof siteContent.addMembers>['members']
  const call = () =>
    send(siteContent.addMembers, { ...(source && { source }), members }, { retryPolicy: retryPolicy.none })
  const patience = { ...retryPolicy.command, maxRetryAfter: Number.POSITIVE_INFINITY, may: isRetryable }
  const { sleep } = world.clock
  const { data } =
    members.length === 0 ? { data: [] } : await retry({ ...patience, sleep, signal: world.interrupted }, call)
  const answers = new Map(sent.map((row, index) => [row.row, data[index]]))
  return rows.map(row => {
    const { row: at, externalUserId } = row
    if ('problem' in row) return { row: at, externalUserId, state: 'refused', problem: row.problem }
    const answer = answers.get(at)
    if (answer === undefined) throw new KinoraError('server')
    return {
      row: at,
      externalUserId,
      state: answer.state,
      problem: answer.issues.map(({ text }) => text).join(' '),
    }
  })
}

async function countRows(file: LocalFile): Promise<number> {
  let last = 0
  for await (const row of rowsOf(file)) last = row.row
  return last
}

async function* portionsOf(file: LocalFile, from: number): AsyncGenerator<Row[]> {
  let waiting: Row[] = []
  for await (const row of rowsOf(file)) {
    if (row.row < from) continue
    waiting.push(row)
    if (waiting.length < MEMBERS_AT_ONCE) continue
    yield waiting
    waiting = []
  }
  if (waiting.length > 0) yield waiting
}

const rowsOf = (file: LocalFile): AsyncGenerator<Row> =>
  /\.csv$/i.test(file.name) ? csvRows(file) : jsonRows(file)

async function* csvRows({ blob }: LocalFile): AsyncGenerator<Row> {
  for await (const event of readMembers(readCsv(blob.stream(), memberColumns))) {
    if (event.kind === 'unusable')
      throw usage(
        messages.text('validation.fileFormat'),
        'Use the header of the template: kinora members template',
      )
    for (const row of event.rows) yield toRow(row)
  }
}

function toRow(row: MemberRow): Row {
  const { externalUserId } = row
  if ('issues' in row) {
    const problem = row.issues.map(({ issue }) => messages.issue(issue)).join(' ')
    return { row: row.row, externalUserId, problem }
  }
  const { subscription, ...who } = row.record
  const { title: subscriptionTitle, ...item } = subscription ?? {}
  return { row: row.row, externalUserId, entry: { ...who, subscriptionTitle, ...item } }
}

/** A JSON object a line; blank lines are none. */
async function* jsonRows({ blob }: LocalFile): AsyncGenerator<Row> {
  let row = 0
  for await (const line of linesOf(blob)) {
    row += 1
    if (line.trim() === '') continue
    const entry = toObject(line)
    const externalUserId = typeof entry?.externalUserId === 'string' ? entry.externalUserId : ''
    yield entry === undefined
      ? { row, externalUserId, problem: 'This line isn’t a JSON object.' }
      : { row, externalUserId, entry }
  }
}

async function* linesOf(blob: Blob): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const piece of blob.stream()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  yield rest + decoder.decode()
}

function toObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

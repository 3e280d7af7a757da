import { EventLogFilter, eventIdKey, eventLog, LogEvent, parseInput, streamEvents } from '@kinora/core'
import type { Command } from 'commander'
import { safe } from '../kernel/cells.ts'
import { retryWhileUnreachable } from '../kernel/connection.ts'
import { addExamples } from '../kernel/examples.ts'
import { withFlags } from '../kernel/exit.ts'
import { goesOn } from '../kernel/follow.ts'
import { contextFlags } from '../kernel/hints.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { waiting } from '../kernel/pages.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { addFlags, fieldsOf, flagOf } from '../kernel/verb.ts'
import { toMoment } from '../schedule/days.ts'

/** How a moment is given, for the help. */
export const sinceHelp =
  'from this moment on, such as 2026-11-20, "2026-11-20 18:30" (UTC) or 2026-11-20T18:30:00+01:00'

const naming = {
  names: { types: 'type' },
  help: { after: 'only what came after this event, such as evt_1042', since: sinceHelp },
  omit: ['tenant'],
} as const

const columns: readonly Column<LogEvent>[] = [
  { header: 'ID', value: ({ id }) => id, look: 'accent' },
  { header: 'WHEN', value: ({ timestamp }) => timestamp, look: 'dim' },
  { header: 'TYPE', value: ({ type }) => type },
  { header: 'ABOUT', value: ({ type, data }) => String(data[eventIdKey(type)]) },
  { header: 'NAME', value: ({ data }) => data.name as string | null, flexible: true },
  { header: 'WHO', value: ({ actor }) => actor?.name, look: 'dim', flexible: true },
  { header: 'TENANT', value: ({ tenantId }) => tenantId, look: 'dim' },
]

/** Adds the flags that say which events; days and times without an offset are those of UTC. */
export function addEventFlags(command: Command, omit: readonly string[] = []) {
  const options = { ...naming, omit: [...naming.omit, ...omit] }
  const toFilter = addFlags(command, fieldsOf(EventLogFilter), options)
  return async (session: Session, flags: Record<string, unknown>): Promise<EventLogFilter> => {
    const { since, ...given } = toFilter(flags)
    const moment = since === undefined ? {} : { since: await toInstant(session, String(since)) }
    const filter = { ...given, ...moment, tenant: session.options.tenant }
    try {
      return parseInput(EventLogFilter, filter)
    } catch (error) {
      throw withFlags(error, key => (key === 'tenant' ? undefined : `--${flagOf(key, naming)}`))
    }
  }
}

/** A day is its midnight; the server judges what is none. */
export const toInstant = (session: Session, given: string): Promise<string> =>
  toMoment(session, /^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given} 00:00` : given, async () => 'UTC')

/** HOOK-01 */
const addList: FillCommand = (command, session) => {
  const toFilter = addEventFlags(command)
  const toLimit = addFlags(command, fieldsOf(eventLog.list.input), {
    omit: Object.keys(EventLogFilter.shape),
    help: { limit: 'how many at most, 1 to 1000; 100 unless given' },
  })
  command
    .hook('preAction', printing(session, fieldsOfRows(LogEvent)))
    .action(async (flags: Record<string, unknown>) => {
      const filter = await toFilter(session, flags)
      const { data, hasMore, next } = await waiting(session, async () =>
        (await session.send())(eventLog.list, { ...filter, ...toLimit(flags) }),
      )
      session.print.table(data, columns)
      if (hasMore && !session.print.json)
        session.print.note(safe`There are more: pass --after ${next ?? ''} to read on.`)
    })
  addExamples(command, ['--since 2026-11-20 --type title.published', '--after evt_1042 --json id,type,data'])
}

/** HOOK-05 */
const addFollow: FillCommand = (command, session) => {
  const toFilter = addEventFlags(command)
  command
    .hook('preAction', printing(session, fieldsOfRows(LogEvent)))
    .action(async (flags: Record<string, unknown>) => {
      const filter = await toFilter(session, flags)
      await followEvents(session, filter, {
        tell: event => printEach(session, event, columns),
        ready: () => session.print.note('Waiting for events … Ctrl-C ends it.'),
        resume: after => safe`kinora events follow --after ${after}`,
      })
    })
  addExamples(command, ['--type title.published,title.failed', '--after evt_1042 --json'])
}

/** Prints one more row as soon as it is there: `--json` prints each on a line of its own, a terminal gets no table. */
export function printEach<T extends object>(
  { print, options, world }: Session,
  row: T,
  shown: readonly Column<T>[],
): void {
  if (print.json) options.jsonLines = true
  if (print.json || !world.stdout.isTTY) print.table([row], shown)
  else print.line(shown.flatMap(({ value }) => value(row) || []).join('  '))
}

interface Follower {
  tell(event: LogEvent): void | Promise<void>
  /** From here on every event is told. */
  ready(): void
  /** The command that goes on behind an event. */
  resume(after: string): string
}

/**
 * HOOK-05: tells each event in its order as soon as it is there, also over a restart of the server, until Ctrl-C. Without `after` and
 * `since` it begins with what happens from now on.
 */
export async function followEvents(session: Session, filter: EventLogFilter, follower: Follower) {
  const { interrupted, clock } = session.world
  let last = filter.after
  let isReady = false
  try {
    const send = await session.send()
    const events = streamEvents({
      send,
      filter,
      signal: interrupted,
      sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
      connect: (call, isFirst) => (isFirst ? call() : retryWhileUnreachable(session, call)),
      onOpen() {
        if (!isReady) follower.ready()
        isReady = true
      },
    })
    for await (const event of events) {
      await follower.tell(event)
      last = event.id
    }
    interrupted.throwIfAborted()
  } catch (error) {
    const context = contextFlags(session)
    const how = last === undefined ? undefined : `Go on where it ended: ${follower.resume(last)}${context}`
    if (!interrupted.aborted)
      throw how === undefined
        ? error
        : goesOn(error, { how, why: 'Nothing is lost: events are kept for 30 days.' })
    if (how !== undefined) session.print.note(how)
  }
}

/** HOOK-01, HOOK-05: `kinora events`. */
export const eventVerbs: readonly LazyCommand[] = [
  verb('list', 'list what happened in the last 30 days, the oldest first', addList),
  verb('follow', 'print each event as soon as it happens, until Ctrl-C', addFollow),
]

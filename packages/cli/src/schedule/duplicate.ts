import { datesIn, EventCopy, events, fromWireDate, type Input, type Output } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes } from '../kernel/exit.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { requireFlag, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, fieldsOf } from '../kernel/verb.ts'
import { actingTenant } from '../tenants/tenant.ts'
import { toDate } from './days.ts'
import { eventTypes } from './fields.ts'

interface Flags {
  from: string
  to: string
  week?: boolean
  dryRun?: boolean
  yes?: boolean
}

/** Decision 0126: `kinora schedule duplicate`; what would be refused is said before anything is written. */
export const addDuplicate: FillCommand = (command, session) => {
  command
    .requiredOption('--from <day>', 'the day, or the first one of the week, such as 2026-11-23')
    .requiredOption('--to <day>', 'the day that it is duplicated onto')
    .option('--week', 'seven days from the first one on')
    .option('--dry-run', 'say what would be added and what refused, and end')
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, fieldsOfRows(EventCopy)))
  const toFilter = addFlags(command, fieldsOf(events.duplicate.input), {
    names: { eventStatus: 'status', eventType: 'type' },
    values: { eventType: eventTypes },
    help: { eventStatus: text('schedule.status'), eventType: text('schedule.type') },
    omit: ['tenantId', 'day', 'days', 'onto'],
  })
  command.action((flags: Flags & Record<string, unknown>) => run(session, flags, toFilter(flags)))
  addExamples(command, [
    '--from 2026-11-23 --to 2026-11-30 --week --dry-run',
    '--from 2026-11-23 --to 2026-11-25 --type live --yes',
  ])
}

async function run(
  session: Session,
  { from, to, week = false, dryRun = false, yes = false }: Flags,
  filter: Record<string, unknown>,
): Promise<void> {
  const days = { day: toDate('--from', from), onto: toDate('--to', to), days: week ? 7 : 1 }
  if (!yes && !dryRun) requireFlag(session, '--yes')
  const send = await session.send()
  const asked: Input<typeof events.duplicate> = { tenantId: await actingTenant(session), ...days, ...filter }
  if (dryRun) return show(session, await send(events.previewDuplicate, asked))
  if (!yes && !(await isAgreed(session, await send(events.previewDuplicate, asked)))) return
  const done = await send(events.duplicate, asked)
  show(session, done)
  const count = done.copies.filter(({ made }) => made !== null).length
  session.print.done(count === 1 ? 'Duplicated 1 class' : `Duplicated ${count} classes`)
}

/** Says what would be left out and asks; nothing is asked where nothing would be added. */
async function isAgreed(session: Session, found: Output<typeof events.previewDuplicate>): Promise<boolean> {
  const { copies, timeZone } = found
  const clock = clockIn(timeZone)
  for (const { title, to, reason } of copies)
    if (reason !== null) session.print.warn(safe`${title}, ${clock(to)}: ${reason}`)
  const count = copies.filter(({ reason }) => reason === null).length
  if (count === 0) show(session, found)
  else await requireYes(session, `Duplicate ${count} of ${copies.length} classes?`)
  return count > 0
}

/** Exit code 6 where some are refused, 1 where all are. */
function show(session: Session, { copies, timeZone }: Output<typeof events.duplicate>): void {
  const { print } = session
  const clock = clockIn(timeZone)
  print.table(copies, [
    { header: 'TITLE', value: row => row.title, flexible: true },
    { header: 'FROM', value: row => clock(row.start) },
    { header: 'TO', value: row => clock(row.to) },
    {
      header: 'RESULT',
      value: ({ reason, made }) => reason ?? (made === null ? 'would be added' : 'added'),
      look: ({ reason }) => (reason === null ? 'good' : 'bad'),
      flexible: true,
    },
  ])
  print.note(text('schedule.calendar.zone', { timeZone }))
  const refused = copies.filter(({ reason }) => reason !== null).length
  if (refused > 0) session.code = refused === copies.length ? exitCodes.failure : exitCodes.partly
}

const clockIn = (timeZone: string) => {
  const { dayAndTime } = datesIn(timeZone)
  return (wire: string) => dayAndTime(fromWireDate(wire)!)
}

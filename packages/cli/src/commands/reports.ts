import {
  assertNoIssues,
  type BinaryResponse,
  checkReport,
  columnsOf,
  daysOfMonths,
  daysOfPeriod,
  en,
  fillText,
  isReportFailureWhole,
  type KinoraError,
  type MailType,
  type ReportFilter,
  type ReportFormat,
  type ReportPeriod,
  type ReportRow,
  ReportSubscription,
  type ReportType,
  reportFailure,
  reportFileName,
  reportFiles,
  reportFormats,
  reports,
  reportTypes,
  shownColumnsOf,
  toKinoraError,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes, explain, explanationIn, isDiskError, usage } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/hints.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { messages } from '../kernel/messages.ts'
import { orNotFound } from '../kernel/missing.ts'
import { waiting } from '../kernel/pages.ts'
import type { Column } from '../kernel/print.ts'
import { withSpinner } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { ChoiceOption } from '../kernel/verb.ts'

const nameOf = (type: MailType): string => fillText(en[`report.type.${type}`])

const addList: FillCommand = (command, session) => {
  command.hook('preAction', printing(session, ['type', 'name', 'file', 'columns'])).action(() => {
    const rows = reportTypes.map(type => ({
      type,
      name: nameOf(type),
      file: reportFiles[type],
      columns: columnsOf(type).map(({ key }) => key),
    }))
    session.print.table(rows, [
      { header: 'TYPE', value: row => row.type, look: 'accent' },
      { header: 'REPORT', value: row => row.name },
      { header: 'FILE', value: row => row.file },
      { header: 'COLUMNS', value: row => row.columns.join(', '), flexible: true },
    ])
  })
  addExamples(command, ['', '--json type,columns'])
}

interface Days {
  from?: string
  to?: string
  month?: string
  period?: string
}

const periodNames: Readonly<Record<string, ReportPeriod>> = {
  'last-month': 'lastMonth',
  'last-quarter': 'lastQuarter',
  'this-month': 'thisMonth',
}

const daysOf = (command: Parameters<FillCommand>[0]) =>
  command
    .option('--from <day>', 'first day, such as 2026-11-01 (UTC)')
    .option('--to <day>', 'last day, included (UTC)')
    .option('--month <month>', 'a whole month instead, such as 2026-11')
    .addOption(
      new ChoiceOption(
        '--period <period>',
        'whole months instead (last-month, last-quarter, this-month)',
        Object.keys(periodNames),
      ),
    )

/** C-118: every tenant unless `--tenant` names one; a remembered choice is for other commands. */
function filterOf(session: Session, days: Days): ReportFilter {
  const { options, isTenantNamed } = session
  const filter = {
    ...chosenDays(session, days),
    ...(isTenantNamed && options.tenant !== undefined && { tenantId: options.tenant }),
  }
  assertNoIssues(checkReport(filter))
  return filter
}

/** One way to say it: a month, a period, or both days. */
function chosenDays({ world }: Session, { from, to, month, period }: Days) {
  const ways = [month, period, from ?? to].filter(way => way !== undefined)
  if (ways.length > 1) throw usage(text('reports.usage.oneWay'), text('reports.usage.days'))
  if (month !== undefined) {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw usage(safe`“${month}” is no month.`, text('reports.usage.month'))
    return daysOfMonths(month)
  }
  if (period !== undefined) {
    const named = periodNames[period]
    if (named === undefined) throw usage(safe`There is no period “${period}”.`, text('reports.usage.days'))
    return daysOfPeriod(named, new Date(world.clock.now()))
  }
  if (from === undefined || to === undefined)
    throw usage(
      text('usage.missingFlag', { flag: from === undefined ? '--from' : '--to' }),
      text('reports.usage.days'),
    )
  return { startDate: from, endDate: to }
}

const typesOf = (given: readonly string[]): ReportType[] =>
  given.includes('all')
    ? [...reportTypes]
    : [...new Set(given)].map(type => typeOf(type, [...reportTypes, 'all']))

function typeOf(type: string, choices: readonly string[]): ReportType {
  const found = reportTypes.find(each => each.toLowerCase() === type.toLowerCase())
  if (found !== undefined) return found
  const types = choices.join(', ')
  throw usage(safe`There is no report “${type}”.`, text('reports.usage.typeHow', { types }))
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value]
const typeOption = () =>
  new ChoiceOption(
    '--type <type>',
    'which report; repeatable (tenantUpload, contentUsage, billableUser, contentProviderUsage, all)',
    [...reportTypes, 'all'],
  )
    .argParser(collect)
    .default([])

const addShow: FillCommand = (command, session) => {
  daysOf(
    command.argument(
      '<type>',
      'which report: tenantUpload, contentUsage, billableUser or contentProviderUsage',
    ),
  )
    .hook('preAction', printing(session, undefined))
    .action((type: string, days: Days) => show(session, typeOf(type, reportTypes), days))
  addExamples(command, ['contentUsage --from 2026-11-01 --to 2026-11-30 --tenant pulsehouse'])
}

async function show(session: Session, type: ReportType, days: Days): Promise<void> {
  const { print } = session
  const filter = filterOf(session, days)
  const send = await session.send()
  const found = await waiting(session, () => send(reports.preview, { ...filter, type }, { timeout: 0 }))
  print.table(found.rows, shownColumnsOf(type).map(toColumn))
  if (found.rows.length === 0) {
    session.code = exitCodes.notFound
    print.warn(en['report.noData'])
  } else if (found.hasMore)
    print.note(
      say(
        'These are the first rows. All of them: kinora reports download --type {{type}} --from {{from}} --to {{to}}{{context}}',
        { type, from: filter.startDate, to: filter.endDate, context: contextFlags(session) },
      ),
    )
}

const toColumn = ({ key, kind }: ReturnType<typeof columnsOf>[number]): Column<ReportRow> => ({
  header: fillText(en[`report.column.${key}`]).toUpperCase(),
  value: row => row[key],
  ...(kind === 'text' ? { flexible: true } : kind !== 'moment' && kind !== 'month' && { align: 'right' }),
})

interface DownloadFlags extends Days {
  type: string[]
  out: string
  format: string
}

const addDownload: FillCommand = (command, session) => {
  daysOf(command.addOption(typeOption()))
    .option('-o, --out <folder>', 'folder for the files (default: here)', '.')
    .addOption(
      new ChoiceOption('--format <format>', 'kind of file (default: xlsx)', reportFormats).default('xlsx'),
    )
    .hook('preAction', printing(session, ['type', 'path']))
    .action((flags: DownloadFlags) => download(session, flags))
  addExamples(command, [
    '--type all --from 2026-11-01 --to 2026-11-30 --out reports',
    '--type billableUser --period last-month',
    '--type billableUser --month 2026-11 --format csv --quiet --json path',
  ])
}

/** REPORT-09: each report is saved on its own; where none has data, that is exit code 3. */
async function download(session: Session, flags: DownloadFlags): Promise<void> {
  const { print, world } = session
  if (flags.type.length === 0) throw usage(text('usage.missingFlag', { flag: '--type' }))
  const types = typesOf(flags.type)
  const format = formatOf(flags.format)
  const filter = filterOf(session, flags)
  const saved: { type: ReportType; path: string | null }[] = []
  for (const type of types) {
    const path = world.files.resolve(reportFileName(type, filter, format), flags.out)
    try {
      await withSpinner(session, en['success.downloadingReport'], () =>
        fetchReport(session, { type, filter, format, path }),
      )
      saved.push({ type, path })
      print.done(safe`${en['success.downloadComplete']}: ${path}`)
    } catch (thrown) {
      const error = toKinoraError(thrown)
      if (isDiskError(error.cause)) throw error
      if (error.code !== 'notFound') throw toExplained(error)
      saved.push({ type, path: null })
      print.warn(safe`${nameOf(type)}: ${en['report.noData']}`)
    }
  }
  print.table(saved, [
    { header: 'TYPE', value: row => row.type, look: 'accent' },
    { header: 'FILE', value: row => row.path },
  ])
  if (saved.every(({ path }) => path === null)) session.code = exitCodes.notFound
}

const subscriptionFields = Object.keys(ReportSubscription.shape)
const subscriptionHow = 'Check the id. List yours: kinora reports subscriptions'

const addSubscribe: FillCommand = (command, session) => {
  command
    .argument(
      '<type>',
      'which report: tenantUpload, contentUsage, billableUser or contentProviderUsage; or siteChanges, every Monday the next 90 days of a site',
    )
    .hook('preAction', printing(session, subscriptionFields))
    .action(async (given: string) => {
      const { print, options, isTenantNamed } = session
      const type =
        given.toLowerCase() === 'sitechanges' ? ('siteChanges' as const) : typeOf(given, reportTypes)
      const named = isTenantNamed && options.tenant !== undefined ? { tenantId: options.tenant } : {}
      const made = await (await session.send())(reports.subscribe, { type, ...named })
      print.record(made, [['id', made.subscriptionId]])
      print.done(
        safe`You are mailed “${nameOf(type)}” every ${type === 'siteChanges' ? 'Monday' : 'month'}. Stop it with: kinora reports unsubscribe ${made.subscriptionId}${contextFlags(session)}`,
      )
    })
  addExamples(command, [
    'billableUser',
    'contentUsage --tenant pulsehouse',
    'siteChanges --tenant pulsehouse',
  ])
}

const addSubscriptions: FillCommand = (command, session) => {
  command.hook('preAction', printing(session, subscriptionFields)).action(async () => {
    const { data } = await (await session.send())(reports.subscriptions, {})
    session.print.table(data, [
      { header: 'ID', value: row => row.subscriptionId, look: 'accent' },
      { header: 'REPORT', value: row => nameOf(row.type) },
      {
        header: 'TENANT',
        value: row => row.tenantName ?? fillText(en['ui.reports.everyTenant']),
        flexible: true,
      },
    ])
  })
  addExamples(command, ['', '--json subscriptionId,type'])
}

const addUnsubscribe: FillCommand = (command, session) => {
  command
    .argument('<id>', 'id of the monthly mail, as in the list')
    .action(async (subscriptionId: string) => {
      const send = await session.send()
      await orNotFound(send(reports.unsubscribe, { subscriptionId }), subscriptionHow)
      session.print.done(safe`Stopped ${subscriptionId}.`)
    })
  addExamples(command, ['ID'])
}

/** REPORT-04, REPORT-05, with the reason behind them where there is another one. */
function toExplained(error: KinoraError): KinoraError {
  const key = reportFailure(error)
  if (key === undefined) return error
  const way = explanationIn(error)
  const why = isReportFailureWhole(error) ? {} : { why: way?.why ?? messages.error(error) }
  const how = way?.how === undefined ? {} : { how: way.how }
  return explain(error.code, { what: en[key], ...why, ...how }, error)
}

function formatOf(given: string): ReportFormat {
  const format = reportFormats.find(each => each === given.toLowerCase())
  if (format !== undefined) return format
  const types = reportFormats.join(', ')
  throw usage(safe`There is no format “${given}”.`, text('reports.usage.typeHow', { types }))
}

/** REPORT-01 to REPORT-09: `kinora reports`, for administrators and customer support. */
export const reportVerbs: readonly LazyCommand[] = [
  verb('list', 'list the reports with their files and columns', addList),
  verb('show', 'show the first rows of a report', addShow),
  verb('download', 'download reports into a folder; exit code 3 where no data was found', addDownload),
  verb(
    'subscribe',
    'have a report mailed to you every month, or what a site has ahead every Monday',
    addSubscribe,
  ),
  verb('subscriptions', 'list what you are mailed every month or every Monday', addSubscriptions),
  verb('unsubscribe', 'stop mailing you a report', addUnsubscribe),
]

interface Wanted {
  type: ReportType
  filter: ReportFilter
  format: ReportFormat
  path: string
}

/** Writes a report to a file, which is replaced at once or not at all; Ctrl-C ends it. */
async function fetchReport(session: Session, { path, ...wanted }: Wanted): Promise<void> {
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
async function ask(
  session: Session,
  { type, filter, format }: Omit<Wanted, 'path'>,
): Promise<BinaryResponse> {
  const send = await session.send()
  const options = { timeout: 0 }
  return type === 'contentProviderUsage'
    ? send(reports.tracking, { ...filter, type, format }, options)
    : send(reports.tenant, { ...filter, type, format }, options)
}

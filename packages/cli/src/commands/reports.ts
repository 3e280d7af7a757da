import {
  assertNoIssues,
  type BinaryResponse,
  checkReport,
  columnsOf,
  en,
  fillText,
  isReportFailureWhole,
  type KinoraError,
  type ReportFilter,
  type ReportFormat,
  type ReportRow,
  type ReportType,
  reportFailure,
  reportFiles,
  reportFormats,
  reportTypes,
  toKinoraError,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes, explain, explanationIn, isDiskError, usage } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/hints.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { messages } from '../kernel/messages.ts'
import { waiting } from '../kernel/pages.ts'
import type { Column } from '../kernel/print.ts'
import { withSpinner } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { ChoiceOption } from '../kernel/verb.ts'

const nameOf = (type: ReportType): string => fillText(en[`report.type.${type}`])

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
  from: string
  to: string
}

const daysOf = (command: Parameters<FillCommand>[0]) =>
  command
    .requiredOption('--from <day>', 'first day, such as 2026-11-01 (UTC)')
    .requiredOption('--to <day>', 'last day, included (UTC)')

/** C-118: every tenant unless `--tenant` names one; a remembered choice is for other commands. */
function filterOf({ options, isTenantNamed }: Session, { from, to }: Days): ReportFilter {
  const filter = {
    startDate: from,
    endDate: to,
    ...(isTenantNamed && options.tenant !== undefined && { tenantId: options.tenant }),
  }
  assertNoIssues(checkReport(filter))
  return filter
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
  const api = await session.api()
  const found = await waiting(session, () => api.reports.preview({ ...filter, type }, { timeout: 0 }))
  print.table(found.rows, columnsOf(type).map(toColumn))
  if (found.rows.length === 0) {
    session.code = exitCodes.notFound
    print.warn(en['report.noData'])
  } else if (found.hasMore)
    print.note(
      say(
        'These are the first rows. All of them: kinora reports download --type {{type}} --from {{from}} --to {{to}}{{context}}',
        { type, ...days, context: contextFlags(session) },
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
    '--type billableUser --from 2026-11-01 --to 2026-11-30 --format csv --quiet --json path',
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
    const path = world.files.resolve(`${reportFiles[type]}.${format}`, flags.out)
    try {
      await withSpinner(session, en['success.downloadingReport'], () =>
        fetchReport(session, { type, filter, format, path }),
      )
      saved.push({ type, path })
      print.done(safe`${en['success.downloadComplete']}: ${path}`)
    } catch (thrown) {
      const error = toKinoraError(thrown)
      if (isDiskError(error.cause)) throw error
      if (error.code !== 'notFound') throw toTold(error)
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

/** REPORT-04, REPORT-05, with the reason behind them where there is another one. */
function toTold(error: KinoraError): KinoraError {
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
  const { reports } = await session.api()
  const options = { timeout: 0 }
  return type === 'contentProviderUsage'
    ? reports.tracking({ ...filter, type, format }, options)
    : reports.tenant({ ...filter, type, format }, options)
}

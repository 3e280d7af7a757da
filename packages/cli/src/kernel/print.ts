import type { PhraseTone } from '@kinora/core'
import { toWireNames, type WireNames } from '@kinora/core/kernel'
import { fit, pad, say, toLine, toMessage, toPrintable, toSafeJson, toTerminal, widthOf } from './cells.ts'
import type { JsonFilter } from './jq.ts'
import type { OutputStream, World } from './world.ts'

export type Cell = string | number | boolean | null | undefined

export interface Column<T> {
  header: string
  value(row: T): Cell
  /** What a terminal shows in its place, where a line beneath says the rest. */
  short?(row: T): Cell
  align?: 'left' | 'right'
  look?: keyof Paint | ((row: T) => keyof Paint | undefined)
  /** May be cut where the line would be wider than the terminal; the last such column is cut first. */
  flexible?: boolean
}

export interface Printer {
  /** Results, on stdout: aligned columns on a terminal, tab-separated lines elsewhere, JSON with `--json`. */
  table<T extends object>(rows: readonly T[], columns: readonly Column<T>[]): void
  /** The same as a table, printed as its rows come where a program reads; a terminal gets it at the end. */
  list<T extends object>(columns: readonly Column<T>[]): { add(rows: readonly T[]): void; end(): void }
  /** One thing on stdout: `name  value` lines, tab-separated elsewhere, JSON with `--json`. */
  record<T extends object>(value: T, fields: readonly (readonly [string, Cell])[]): void
  /** Which page of a list was shown, for a terminal: where there are `least` of them. */
  page(shown: { page: number; totalPages: number; totalRecords: number }, least?: number): void
  /** A plain result on stdout. */
  line(result: string): void
  /** A file as it is; a terminal gets what can be shown of it. */
  raw(bytes: string | Uint8Array): void
  /** Everything else, on stderr. */
  note(message: string): void
  done(message: string): void
  warn(message: string): void
  fail(message: string): void
  /** Colours of stderr. */
  paint: Paint
  readonly json: boolean
  /** `--json-lines`: each result is a line of its own, printed as soon as it is there. */
  readonly lines: boolean
  /** How `--json` calls the fields of what is printed from here on. */
  nameJson(names: WireNames | undefined): void
  /** A value as `--json` and `--jq` print it. */
  toOutput(value: object): string
  readonly quiet: boolean
}

/** What `--json` was given: nothing, on its own, or with the fields to print. */
export type JsonOption = boolean | string | undefined

/** The fields that `--json` names; none means all of them. */
export const requestedFields = (option: JsonOption): readonly string[] =>
  typeof option === 'string' ? option.split(',').map(field => field.trim()) : []

interface PrintOptions {
  json?: JsonOption
  /** `--json-lines`. */
  lines?: boolean
  /** `--jq`: what is printed of the JSON. */
  filter?: JsonFilter | undefined
  /** Leaves out progress and remarks. */
  quiet?: boolean
}

/** Prints results and messages; `options` are asked each time, since flags are known only once they are read. */
export function createPrinter(world: World, options: () => PrintOptions): Printer {
  const paint = createPaint(world.stderr, world.env)
  const json = createJsonWriter(world, options)
  const remark = (mark: string, message: string) => {
    if (!options().quiet) tell(mark, message)
  }
  const tell = (mark: string, message: string) => world.stderr.write(`${mark}${toMessage(message)}\n`)
  const out = (line: string) => world.stdout.write(`${line}\n`)
  const decoder = new TextDecoder()
  const decoded = (bytes: string | Uint8Array): string =>
    typeof bytes === 'string' ? bytes : decoder.decode(bytes, { stream: true })
  return {
    paint,
    toOutput: json.toOutput,
    nameJson: json.name,
    get json() {
      const { filter, lines, json: fields = false } = options()
      return filter !== undefined || lines === true || fields !== false
    },
    get lines() {
      return options().lines === true
    },
    get quiet() {
      return options().quiet === true
    },
    table(rows, columns) {
      if (this.json) return json.write(rows)
      if (!world.stdout.isTTY) {
        for (const row of rows) out(columns.map(column => bare(column.value(row))).join('\t'))
        return
      }
      if (rows.length === 0) return tell('', paint.dim('Nothing found.'))
      for (const line of toTable(rows, columns, world)) out(line)
    },
    list(columns) {
      const isWhole = !this.lines && (options().filter !== undefined || (!this.json && world.stdout.isTTY))
      if (isWhole) return collected(rows => this.table(rows, columns))
      if (this.json && !this.lines) return json.array()
      return { add: rows => this.table(rows, columns), end: () => undefined }
    },
    record(value, fields) {
      if (this.json) return json.write(value)
      const shown = createPaint(world.stdout, world.env)
      const width = Math.max(...fields.map(([name]) => widthOf(name)))
      for (const [name, cell] of fields)
        out(world.stdout.isTTY ? `${shown.dim(pad(name, width))}  ${bare(cell)}` : `${name}\t${bare(cell)}`)
    },
    page({ page, totalPages, totalRecords: count }, least = 2) {
      if (this.json || !world.stdout.isTTY || totalPages < least) return
      const pages = Math.max(1, totalPages)
      remark('', paint.dim(say('Page {{page}} of {{pages}}, {{count}} in all', { page, pages, count })))
    },
    line: result => out(toMessage(result)),
    raw: bytes => world.stdout.write(world.stdout.isTTY ? toPrintable(decoded(bytes)) : bytes),
    note: message => remark('', message),
    done: message => remark(`${paint.good('✔')} `, message),
    warn: message => tell(`${paint.warn('!')} `, message),
    fail: message => tell(`${paint.bad('✖')} `, message),
  }
}

/** Results as JSON on stdout, under the names of the wire: whole, a line for each, or what the filter makes of them. */
function createJsonWriter({ stdout }: World, options: () => PrintOptions) {
  let names: WireNames | undefined
  const named = (value: object): object =>
    Array.isArray(value) ? value.map(row => toWireNames(names, row)) : (toWireNames(names, value) as object)
  const toOutput = (value: object): string => {
    const { json, filter, lines } = options()
    const whole = toJson(named(value), json, lines ? 0 : 2)
    const filtered = filter?.(whole)
    const shown = stdout.isTTY ? filtered?.map(toTerminal) : filtered
    return (shown ?? [whole]).map(line => `${line}\n`).join('')
  }
  return {
    toOutput,
    name(given: WireNames | undefined) {
      names = given
    },
    write(value: object) {
      const parts = options().lines && Array.isArray(value) ? value : [value]
      for (const part of parts) stdout.write(toOutput(part))
    },
    /** An array whose rows are printed as they come. */
    array() {
      let before = '['
      return {
        add(rows: readonly object[]) {
          for (const row of rows) {
            stdout.write(`${before}\n${indented(toJson(named(row), options().json))}`)
            before = ','
          }
        },
        end: () => stdout.write(before === '[' ? '[]\n' : '\n]\n'),
      }
    },
  }
}

function collected<T>(show: (rows: T[]) => void) {
  const all: T[] = []
  const add = (rows: readonly T[]) => {
    for (const row of rows) all.push(row)
  }
  return { add, end: () => show(all) }
}

const indented = (text: string): string => text.replace(/^/gm, '  ')

/** JSON of everything, or of the named fields, which the command has checked before; one that a row lacks is null. */
function toJson(value: object, option: JsonOption, indent = 2): string {
  const fields = requestedFields(option)
  if (fields.length === 0) return toSafeJson(JSON.stringify(value, undefined, indent))
  const pick = (row: object): object =>
    Object.fromEntries(fields.map(field => [field, (row as Record<string, unknown>)[field] ?? null]))
  return toSafeJson(JSON.stringify(Array.isArray(value) ? value.map(pick) : pick(value), undefined, indent))
}

function bare(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  return toLine(String(cell))
}

const gap = '  '

function toTable<T>(rows: readonly T[], columns: readonly Column<T>[], world: World): string[] {
  const paint = createPaint(world.stdout, world.env)
  const cells = rows.map(row => columns.map(column => bare((column.short ?? column.value)(row)) || '–'))
  const widths = fitted(columns, cells, world.stdout.columns)
  const total = widths.reduce((sum, width) => sum + width, 0) + gap.length * (columns.length - 1)
  if (total > world.stdout.columns) return toBlocks(columns, cells, world)
  const line = (values: readonly string[], look: (index: number) => keyof Paint | undefined) =>
    columns
      .map((column, index) => {
        const width = widths[index]!
        const last = index === columns.length - 1 && column.align !== 'right'
        const value = fit(values[index]!, width)
        const style = look(index)
        const shown = style === undefined ? value : paint[style](value)
        const space = last ? '' : pad(value, width).slice(value.length)
        return column.align === 'right' ? space + shown : shown + space
      })
      .join(gap)
      .trimEnd()
  const head = line(
    columns.map(column => column.header),
    () => 'dim',
  )
  return [head, ...cells.map((values, index) => line(values, at => lookOf(columns[at]!, rows[index]!)))]
}

/** On a terminal that is too narrow for the columns: a block for each row, with a line for each value. */
function toBlocks<T>(columns: readonly Column<T>[], cells: readonly string[][], world: World): string[] {
  const paint = createPaint(world.stdout, world.env)
  const headers = Math.max(...columns.slice(1).map(({ header }) => widthOf(header)))
  const room = Math.max(8, world.stdout.columns - headers - 4)
  return cells.flatMap(([first = '', ...others]) => [
    paint.accent(fit(first, world.stdout.columns)),
    ...others.map(
      (value, index) => `  ${paint.dim(pad(columns[index + 1]!.header, headers))}  ${fit(value, room)}`,
    ),
  ])
}

/** The colour of a state, as the portal's badge of it has one. */
export const looks = {
  positive: 'good',
  negative: 'bad',
  warning: 'warn',
  info: undefined,
} as const satisfies Record<PhraseTone, keyof Paint | undefined>

function lookOf<T>(column: Column<T>, row: T): keyof Paint | undefined {
  return typeof column.look === 'function' ? column.look(row) : column.look
}

/** Widths that fit the terminal: flexible columns give way, the last one first, none below eight. */
function fitted<T>(columns: readonly Column<T>[], cells: readonly string[][], available: number): number[] {
  const widths = columns.map((column, index) =>
    cells.reduce((most, row) => Math.max(most, widthOf(row[index]!)), widthOf(column.header)),
  )
  let excess = widths.reduce((sum, width) => sum + width, 0) + gap.length * (columns.length - 1) - available
  for (let index = columns.length - 1; index >= 0 && excess > 0; index--) {
    if (!columns[index]!.flexible) continue
    const given = Math.min(excess, Math.max(0, widths[index]! - 8))
    widths[index]! -= given
    excess -= given
  }
  return widths
}

export interface Paint {
  /** The one accent. */
  accent(text: string): string
  dim(text: string): string
  bold(text: string): string
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
}

const codes = {
  accent: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
  good: [32, 39],
  bad: [31, 39],
  warn: [33, 39],
} as const

/** Colours for one stream: only on a terminal, never with NO_COLOR or a dumb terminal. */
export function createPaint(stream: OutputStream, env: World['env']): Paint {
  const wanted = stream.isTTY && !env.NO_COLOR && env.TERM !== 'dumb'
  const style =
    ([open, close]: readonly [number, number]) =>
    (text: string) =>
      wanted && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    accent: style(codes.accent),
    dim: style(codes.dim),
    bold: style(codes.bold),
    good: style(codes.good),
    bad: style(codes.bad),
    warn: style(codes.warn),
  }
}

import {
  type Endpoint,
  en,
  errorCodeOf,
  type InputSchema,
  isRemoved,
  KinoraError,
  parseInput,
  type Removal,
  type SubscriptionFailure,
  toRemovals,
  toWireName,
} from '@kinora/core'
import type { Command } from 'commander'
import * as z from 'zod'
import { safe } from './cells.ts'
import { addExamples, flagSamples, type Samples, sampled } from './examples.ts'
import { usage, withFlags } from './exit.ts'
import { versionFlag, withVersion } from './flags.ts'
import { type JsonFields, printing } from './json-fields.ts'
import { type FillCommand, type LazyCommand, manyOf, verb } from './lazy.ts'
import { missingIn, whenMissing } from './missing.ts'
import { forEachId, type Outcome, outcomeFields, showOutcomes } from './outcomes.ts'
import { waiting } from './pages.ts'
import type { Cell, Column } from './print.ts'
import { addRemovalFlag, agreeToRemoval } from './secrets.ts'
import { requireFlag, requireYes, type Session } from './session.ts'
import { text } from './texts.ts'
import { addFlags, answerFields, type FlagOptions, fieldsOf, flagOf, rowsOfPage } from './verb.ts'

/** A call that answers JSON. */
type Call = Endpoint<InputSchema, z.ZodType>

/** Fields by their key. */
export type Values = Record<string, unknown>

/** A noun on the command line: what its verbs need and the contract doesn't say. */
export interface Resource<Row extends object> {
  /** `focus-areas` for `kinora focus-areas`; help calls them focus areas. */
  command: string
  /** Without `view` one row is looked for in the list; a verb without its call isn't there. */
  calls: { list: Call; view?: Call; create?: Call; update?: Call; remove?: Call }
  /** Key of the id in rows and answers, and in inputs unless they have another. */
  id: keyof Row & string
  /** Of its column; `TAG` or `ID` by its key unless given. */
  idHeader?: string
  inputId?: string
  /** After the id. */
  columns: readonly Column<Row>[]
  /** A hint on a terminal, beneath a list. */
  remark?(rows: readonly Row[]): string | undefined
  /** What `show` prints; every field unless given. */
  details?(row: Row): readonly (readonly [string, Cell])[]
  /** What `show` asks for beside the row, and what it prints of it; its fields are named for `--json`. */
  beside?(
    session: Session,
    row: Row,
  ): Promise<{ fields: Values; lines: readonly (readonly [string, Cell])[] }>
  besideFields?: readonly string[]
  /** What every call is given besides, such as the tenant, by its key in the input. */
  scope?: Readonly<Record<string, (session: Session) => Promise<unknown>>>
  /** Flags of `list`. */
  filters?: FlagOptions
  /** Makes what `list` asks for of what its flags gave, such as ids of names. */
  toFilter?(session: Session, given: Values): Promise<Values>
  /** Flags of `create` and `edit`. */
  fields?: FlagOptions
  /** Fields that are secrets, which an empty value removes: asked before (C-124). */
  secrets?: readonly string[]
  /** For the examples of the help. */
  samples?: Samples
  /** What a new one has where no flag says otherwise. */
  start?: Readonly<Values>
  /** Makes what is sent of what the flags gave and checks it; `row` is the one that is edited. */
  toDraft?(session: Session, given: Values, on: { scope: Values; row?: Row }): Promise<Values>
  /** Says what deleting it takes along. */
  uses?(session: Session, id: string, scope: Values): Promise<string | undefined>
}

/** A noun whatever its rows are, as its verbs take it. */
type AnyResource = Resource<Values>

/** `list`, `show`, `create`, `edit` and `delete` of a noun; flags are made for the verb that is called. */
export function resourceVerbs<Row extends object>(resource: Resource<Row>): readonly LazyCommand[] {
  const noun = resource as unknown as AnyResource
  const { command, calls } = noun
  const many = manyOf(command)
  return [
    verb('list', safe`list ${many}`, addList(noun)),
    verb('show', 'show one in full', addShow(noun)),
    ...(calls.create === undefined ? [] : [verb('create', 'create one', addCreate(noun, calls.create))]),
    ...(calls.update === undefined
      ? []
      : [verb('edit', 'edit one; fields not given stay unchanged', addEdit(noun, calls.update))]),
    ...(calls.remove === undefined
      ? []
      : [verb('delete', safe`delete ${many}`, addDelete(noun, calls.remove))]),
  ]
}

/** `list`: a flag for every filter. */
const addList =
  (resource: AnyResource): FillCommand =>
  (command, session) => {
    const { scope = {}, filters = {}, calls, samples } = resource
    const known = rowFields(calls.list.output)
    const words = {
      query: text('filter.query'),
      isActive: 'only active; --no-active for inactive',
      sort: text('filter.sort'),
      dir: text('filter.dir'),
    }
    const toFilter = addFlags(command, fieldsOf(calls.list.input), {
      ...filters,
      omit: [...(filters.omit ?? []), ...rowsOfPage, ...Object.keys(scope)],
      names: { isActive: 'active', ...filters.names },
      help: { ...words, ...filters.help },
    })
    command
      .hook('preAction', printing(session, known))
      .action((flags: Values) => list(session, resource, toFilter(flags)))
    addExamples(command, [...flagSamples(command, samples).slice(-1), jsonSample(known)])
  }

async function list(session: Session, resource: AnyResource, filter: Values): Promise<void> {
  const answer = await waiting(session, async () => {
    const rows = await openRows(session, resource)
    return rows.call(resource.calls.list, (await resource.toFilter?.(session, filter)) ?? filter)
  })
  const shown = rowsOf(answer)
  session.print.table(shown, [idColumn(resource), ...resource.columns])
  const isRead = session.world.stdout.isTTY && !session.print.json
  const remark = isRead ? resource.remark?.(shown) : undefined
  if (remark !== undefined) session.print.note(session.print.paint.dim(remark))
  const { page = 1, totalPages = 1, totalRecords = 0 } = answer as Partial<Record<string, number>>
  session.print.page({ page, totalPages, totalRecords })
}

const idColumn = ({ id, idHeader = /tag$/i.test(id) ? 'TAG' : 'ID' }: AnyResource): Column<Values> => ({
  header: idHeader,
  value: row => String(row[id]),
  look: 'accent',
})

/** `show`: one row in full. */
const addShow =
  (resource: AnyResource): FillCommand =>
  (command, session) => {
    const { calls, beside, besideFields = [] } = resource
    const known = rowFields((calls.view ?? calls.list).output)
    command
      .argument('<id>', text('resource.id'))
      .hook('preAction', printing(session, known && { ...known, fields: [...known.fields, ...besideFields] }))
      .action(async (id: string) => {
        const row = await (await openRows(session, resource)).read(id)
        const { fields = {}, lines = [] } = (await beside?.(session, row)) ?? {}
        session.print.record({ ...row, ...fields }, [...detailsOf(resource, row), ...lines])
      })
    addExamples(command, ['ID', `ID ${jsonSample(known)}`])
  }

/** A row as `show` and `edit` print it. */
function detailsOf({ id, details }: AnyResource, row: Values) {
  const plain = Object.entries(row).map(([key, value]): [string, Cell] => {
    if (key === id) return ['id', String(value)]
    if (key === 'isActive') return ['state', stateOf({ isActive: value === true })]
    return [
      toWords(key),
      value !== null && typeof value === 'object' ? JSON.stringify(value) : (value as Cell),
    ]
  })
  return details?.(row) ?? plain
}

const toWords = (key: string): string => key.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

const jsonSample = (known: JsonFields | undefined): string =>
  `--json ${(known?.fields ?? []).slice(0, 2).join(',')}`.trim()

/** `create`: a flag for every field; prints the new id. */
const addCreate =
  (resource: AnyResource, call: Call): FillCommand =>
  (command, session) => {
    const toInput = addFieldFlags(command, resource, call)
    const known = answerFields(call.output)
    const idName = toWireName(known?.names, resource.id)
    command.hook('preAction', printing(session, known)).action(async (flags: Values) => {
      const given = { ...resource.start, ...toInput(flags) }
      const rows = await openRows(session, resource)
      const answer = await naming(resource, call, async () => {
        const draft = await resource.toDraft?.(session, given, rows)
        return (await rows.call(call, draft ?? given)) as Values
      })
      const id = String(answer[resource.id])
      session.print.record(answer, [[idName, id]])
      session.print.done(text('resource.created', { id }))
    })
    addExamples(command, [sampled(command, resource.samples).join(' ')])
  }

/** `edit`: what is left out stays; refused where somebody else has saved the row meanwhile. */
const addEdit =
  (resource: AnyResource, call: Call): FillCommand =>
  (command, session) => {
    command.argument('<id>', text('resource.id'))
    const toInput = addFieldFlags(command, resource, call)
    addRemovalFlag(command, resource.secrets)
    command
      .hook('preAction', printing(session, answerFields(call.output)))
      .action(async (id: string, flags: Values) => {
        const { version, ...given } = toInput(flags)
        if (Object.keys(given).length === 0) throw nothingToEdit(resource)
        const rows = await openRows(session, resource)
        const row = await rows.read(id)
        const draft = await naming(resource, call, async () =>
          resource.toDraft?.(session, given, { scope: rows.scope, row }),
        )
        await agreeToRemoval(session, { given, secrets: resource.secrets, yes: flags.yes === true })
        const known = 'version' in call.input.shape ? { version: version ?? row.version } : {}
        const asked = {
          name: id,
          known: known.version as number | undefined,
          now: async () => Number((await rows.read(id)).version),
        }
        const save = () => rows.call(call, { ...(draft ?? given), ...known }, id)
        const saved = (await naming(resource, call, () => withVersion(asked, save))) as Values
        session.print.record(saved, detailsOf(resource, saved))
        session.print.done(en['success.itemSaved'])
      })
    const switches = command.options.filter(option => option.negate).map(option => `ID ${option.long}`)
    const values = sampled(command, resource.samples).map(sample => `ID ${sample}`)
    addExamples(command, [...values.slice(-1), ...switches.slice(-1)])
  }

const nothingToEdit = ({ command }: AnyResource) =>
  usage(text('resource.nothingToEdit'), text('usage.help', { command: `kinora ${command} edit` }))

/** What is wrong with a field is reported with its flag. */
async function naming<T>(
  { fields = {}, scope = {} }: AnyResource,
  call: Call,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = fieldsOf(call.input)
    throw withFlags(error, key => {
      const isFlag = known.has(key) && !fields.omit?.includes(key) && !(key in scope)
      return isFlag ? `--${flagOf(key, fields)}` : undefined
    })
  }
}

function addFieldFlags(command: Command, resource: AnyResource, call: Call) {
  const { id, inputId = id, scope = {}, fields = {}, start = {} } = resource
  const known = fieldsOf(call.input)
  return addFlags(command, known, {
    ...fields,
    required: [...known].filter(([key, field]) => field.required && !(key in start)).map(([key]) => key),
    omit: [...(fields.omit ?? []), ...Object.keys(scope), inputId],
    names: { isActive: 'active', ...versionFlag.names, ...fields.names },
    help: { isActive: 'active; --no-active for inactive', ...versionFlag.help, ...fields.help },
  })
}

type Rows = Awaited<ReturnType<typeof openRows>>

/** `delete`: asks first and says what goes with each; then what became of each. */
const addDelete =
  (resource: AnyResource, call: Call): FillCommand =>
  (command, session) => {
    command
      .argument('<id...>', text('resource.ids'))
      .option('-y, --yes', text('flag.yes'))
      .hook('preAction', printing(session, outcomeFields(resource.id)))
      .action(async (given: string[], { yes = false }: { yes?: boolean }) => {
        if (!yes) requireFlag(session, '--yes')
        const rows = await openRows(session, resource)
        const ids = [...new Set(given)]
        if (!yes) await confirm(session, resource, { rows, ids })
        const many = ['ids', 'tags'].find(key => key in call.input.shape)
        if (many !== undefined) {
          const answer = await rows.call(call, { [many]: ids })
          // Whatever the wire calls them, what is answered of several is removals.
          const outcomes = namesFailures(answer)
            ? toRemovals(ids, answer.failed).map(({ id, failure }) =>
                toOutcome({ status: 200, ...failure, id }, rows),
              )
            : (rowsOf(answer) as unknown as Removal[]).map(item => toOutcome(item, rows))
          return showOutcomes(session, resource.id, outcomes)
        }
        const act = (id: string) => rows.call(call, {}, id).then(() => en['success.itemDeleted'])
        return forEachId(session, resource.id, { ids, act })
      })
    addExamples(command, ['ID', 'ID OTHER_ID --yes'])
  }

async function confirm(
  session: Session,
  { columns, uses }: AnyResource,
  { rows, ids }: { rows: Rows; ids: readonly string[] },
): Promise<void> {
  const { print } = session
  for (const id of ids) {
    const row = await rows.read(id)
    const words = [columns[0]?.value(row), await uses?.(session, id, rows.scope)]
    print.note(`  ${print.paint.accent(id)}  ${words.filter(Boolean).join('  ')}`)
  }
  await requireYes(session, text('resource.deleteAsk', { count: ids.length }))
}

/** API-121: an answer that tells of those alone that stayed. */
const namesFailures = (answer: unknown): answer is { failed: SubscriptionFailure[] } =>
  typeof answer === 'object' && answer !== null && 'failed' in answer

/** One of several that a single call has deleted. */
function toOutcome(removal: Removal, { missing }: Rows): Outcome {
  const { id, status, reason } = removal
  if (isRemoved(removal)) return { id, done: en['success.itemDeleted'] }
  const code = errorCodeOf(status)
  return {
    id,
    error:
      code === 'notFound'
        ? missing(id)
        : new KinoraError(code, reason === undefined ? {} : { detail: reason }),
  }
}

/** What `--json` may name of a row: of a page its `data`. */
export function rowFields(output: z.ZodType): JsonFields | undefined {
  const rows = output instanceof z.ZodObject ? (output.shape.data as z.ZodType | undefined) : undefined
  return answerFields(rows ?? output)
}

/** The rows of a page or of a list without pages. */
const rowsOf = (answer: unknown): Values[] =>
  Array.isArray(answer) ? answer : (answer as { data: Values[] }).data

/** The row that a call answers with, by itself or as the only one of its `data` (SUBS-06). */
const rowOf = (answer: unknown): Values => {
  const { data } = answer as { data?: unknown }
  return (Array.isArray(data) ? data[0] : answer) as Values
}

/** The noun's calls, with what each is given besides. */
async function openRows(
  session: Session,
  { calls, command, id: key, inputId = key, scope: readers = {} }: AnyResource,
) {
  const readings = Object.entries(readers).map(async ([name, read]) => [name, await read(session)] as const)
  const scope: Values = Object.fromEntries(await Promise.all(readings))
  const send = await session.send()

  /** A row that isn't there is named, with the command that lists them (exit code 3). */
  const missing = (id: string, cause?: unknown) => missingIn(session, `kinora ${command} list`, id, cause)
  // A file takes as long as its line is slow.
  const patient = { timeout: 0 }
  /** Checks the input before it is sent; `id` is the row that it is about. */
  const call = async (endpoint: Call, input: Values, id?: string): Promise<unknown> => {
    const asked = Object.entries(scope).filter(([name]) => name in endpoint.input.shape)
    const whole = { ...Object.fromEntries(asked), ...input, ...(id === undefined ? {} : { [inputId]: id }) }
    parseInput(endpoint.input, whole)
    const answer = send(endpoint, whole, endpoint.multipart ? patient : {})
    return id === undefined ? answer : whenMissing(answer, error => missing(id, error))
  }
  /** One row as it is now. */
  const read = async (id: string): Promise<Values> => {
    if (calls.view !== undefined) return rowOf(await call(calls.view, {}, id))
    const all = 'take' in calls.list.input.shape ? { take: -1 } : {}
    const row = rowsOf(await call(calls.list, all)).find(candidate => candidate[key] === id)
    if (row === undefined) throw missing(id)
    return row
  }
  return { scope, call, read, missing }
}

/** The word for `isActive`. */
export const stateOf = ({ isActive }: { isActive: boolean }): string =>
  en[isActive ? 'ui.state.Active' : 'ui.state.Inactive']

/** The column of `isActive`. */
export const stateColumn: Column<{ isActive: boolean }> = {
  header: 'STATE',
  value: stateOf,
  look: row => (row.isActive ? 'good' : 'dim'),
}

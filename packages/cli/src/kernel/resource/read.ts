import { flagSamples, showExamples } from '../examples.ts'
import { printing } from '../json-fields.ts'
import type { FillCommand } from '../lazy.ts'
import { rowsOfPage } from '../page-flags.ts'
import type { Cell } from '../print.ts'
import type { Session } from '../session.ts'
import { withSpinner } from '../spinner.ts'
import { text } from '../texts.ts'
import { addFlags, fieldsOf } from '../verb.ts'
import type { AnyResource, Values } from './definition.ts'
import { openRows, rowFields, rowsOf } from './rows.ts'
import { stateOf } from './state.ts'

/** `list`: a flag for every filter. */
export const addList =
  (resource: AnyResource): FillCommand =>
  (command, session) => {
    const { scope = {}, filters = {}, calls, samples } = resource
    const known = rowFields(calls.list.output)
    const words = {
      query: text('filter.query'),
      isActive: 'only active; --no-active for inactive',
      page: text('filter.page'),
      take: text('filter.take'),
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
    showExamples(command, [...flagSamples(command, samples).slice(-1), jsonSample(known)])
  }

async function list(session: Session, resource: AnyResource, filter: Values): Promise<void> {
  const answer = await withSpinner(session, text('wait.server'), async () => {
    const rows = await openRows(session, resource)
    return rows.call(resource.calls.list, (await resource.toFilter?.(session, filter)) ?? filter)
  })
  const shown = rowsOf(answer)
  session.print.table(shown, resource.columns)
  const isRead = session.world.stdout.isTTY && !session.print.json
  const remark = isRead ? resource.remark?.(shown) : undefined
  if (remark !== undefined) session.print.note(session.print.paint.dim(remark))
  const { page = 1, totalPages = 1, totalRecords = 0 } = answer as Partial<Record<string, number>>
  if (totalPages < 2 || !isRead) return
  const words = text('resource.page', { page, pages: totalPages, count: totalRecords })
  session.print.note(session.print.paint.dim(words))
}

/** `show`: one row in full. */
export const addShow =
  (resource: AnyResource): FillCommand =>
  (command, session) => {
    const { calls, beside, besideFields = [] } = resource
    const known = rowFields((calls.view ?? calls.list).output)
    command
      .argument('<id>', text('resource.id'))
      .hook('preAction', printing(session, known && [...known, ...besideFields]))
      .action(async (id: string) => {
        const row = await (await openRows(session, resource)).read(id)
        const { fields = {}, lines = [] } = (await beside?.(session, row)) ?? {}
        session.print.record({ ...row, ...fields }, [...detailsOf(resource, row), ...lines])
      })
    showExamples(command, ['ID', `ID ${jsonSample(known)}`])
  }

/** A row as `show` and `edit` print it. */
export function detailsOf({ id, details }: AnyResource, row: Values) {
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

const jsonSample = (known: readonly string[] = []): string => `--json ${known.slice(0, 2).join(',')}`.trim()

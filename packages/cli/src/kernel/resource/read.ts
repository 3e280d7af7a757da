import { text } from '../../texts.ts'
import { addExamples, flagSamples } from '../examples.ts'
import { printing } from '../json-fields.ts'
import type { FillCommand } from '../lazy.ts'
import type { Session } from '../session.ts'
import { addFlags, fieldsOf } from '../verb.ts'
import { waitFor } from '../wait.ts'
import type { Resource, Values } from './definition.ts'
import { readRow, rowFields, rowsOf, scopeOf } from './rows.ts'

/** `list`: a flag for every filter. */
export const addList =
  <Row extends object>(resource: Resource<Row>): FillCommand =>
  (command, session) => {
    const { scope = {}, filters = {}, calls, samples } = resource
    const known = rowFields(calls.list.output)
    const toFilter = addFlags(command, fieldsOf(calls.list.input), {
      ...filters,
      omit: [...(filters.omit ?? []), ...Object.keys(scope)],
      help: {
        query: text('filter.query'),
        page: text('filter.page'),
        take: text('filter.take'),
        ...filters.help,
      },
    })
    command
      .hook('preAction', printing(session, known))
      .action((flags: Values) => list(session, resource, toFilter(flags)))
    addExamples(command, [...flagSamples(command, samples).slice(-1), jsonSample(known)])
  }

async function list<Row extends object>(session: Session, resource: Resource<Row>, filter: Values) {
  const send = await session.send()
  const answer = await waitFor(session, text('wait.server'), async () =>
    send(resource.calls.list, { ...(await scopeOf(session, resource)), ...filter }),
  )
  session.print.table(rowsOf<Row>(answer), resource.columns)
  const { page = 1, totalPages = 1, totalRecords } = answer as Partial<Record<string, number>>
  if (totalPages < 2 || !session.world.stdout.isTTY || session.print.json) return
  const words = text('resource.page', { page, pages: totalPages, count: totalRecords ?? 0 })
  session.print.note(session.print.paint.dim(words))
}

/** `show`: one row in full. */
export const addShow =
  <Row extends object>(resource: Resource<Row>): FillCommand =>
  (command, session) => {
    const { calls, one } = resource
    const known = rowFields((calls.view ?? calls.list).output)
    command
      .argument('<id>', text('resource.id', { one }))
      .hook('preAction', printing(session, known))
      .action(async (id: string) => {
        const scope = await scopeOf(session, resource)
        const row = await readRow(session, resource, { id, scope })
        session.print.record(row, resource.details(row))
      })
    addExamples(command, ['ID', `ID ${jsonSample(known)}`])
  }

const jsonSample = (known: readonly string[] = []): string => `--json ${known.slice(0, 2).join(',')}`.trim()

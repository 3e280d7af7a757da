import { en, errorCodeOf, KinoraError, parseInput } from '@kinora/core'
import { text } from '../../texts.ts'
import { addExamples } from '../examples.ts'
import { printing } from '../json-fields.ts'
import type { FillCommand } from '../lazy.ts'
import { forEachId, type Outcome, outcomeFields, showOutcomes } from '../outcomes.ts'
import { demand, type Session } from '../session.ts'
import type { Call, Resource, Values } from './definition.ts'
import { missing, orMissing, readRow, scopeOf } from './rows.ts'

interface Removal {
  call: Call
  ids: readonly string[]
  scope: Values
}

/** `delete`: asks first and says what goes with each; what became of each is printed. */
export const addDelete =
  <Row extends object>(resource: Resource<Row>, call: Call): FillCommand =>
  (command, session) => {
    command
      .argument('<id...>', text('resource.ids', { many: resource.many }))
      .option('-y, --yes', text('flag.yes'))
      .hook('preAction', printing(session, outcomeFields(resource.id)))
      .action(async (given: string[], { yes = false }: { yes?: boolean }) => {
        const removal = { call, ids: [...new Set(given)], scope: await scopeOf(session, resource) }
        if (!yes) await confirm(session, resource, removal)
        if ('ids' in call.input.shape) await removeTogether(session, resource, removal)
        else await removeEach(session, resource, removal)
      })
    addExamples(command, ['ID', 'ID ID --yes'])
  }

async function confirm<Row extends object>(
  session: Session,
  resource: Resource<Row>,
  { ids, scope }: Removal,
): Promise<void> {
  demand(session, '--yes')
  const { print, world } = session
  for (const id of ids) {
    const row = await readRow(session, resource, { id, scope })
    const [, ...others] = resource.columns.map(column => column.value(row))
    const uses = await resource.uses?.(session, id, scope)
    print.note(`  ${print.paint.accent(id)}  ${[others[0], uses].filter(Boolean).join('  ')}`)
  }
  const agreed = await (await world.prompt()).confirm(text('resource.deleteAsk', { count: ids.length }))
  if (!agreed) throw new KinoraError('aborted')
}

/** One call for all of them, which answers with a status for each. */
async function removeTogether<Row extends object>(
  session: Session,
  resource: Resource<Row>,
  { call, ids, scope }: Removal,
): Promise<void> {
  const input = { ...scope, ids }
  parseInput(call.input, input)
  const { data } = (await (await session.send())(call, input)) as { data: Values[] }
  const outcomes = data.map((item): Outcome => {
    const id = String(item[resource.id])
    const status = Number(item.status)
    if (status < 300) return { id, done: en['success.itemDeleted'] }
    const code = errorCodeOf(status)
    return { id, error: code === 'notFound' ? missing(resource, id) : new KinoraError(code) }
  })
  showOutcomes(session, resource.id, outcomes)
}

async function removeEach<Row extends object>(
  session: Session,
  resource: Resource<Row>,
  { call, ids, scope }: Removal,
): Promise<void> {
  const send = await session.send()
  await forEachId(session, resource.id, {
    ids,
    async act(id) {
      await orMissing(resource, id, send(call, { ...scope, [resource.id]: id }))
      return en['success.itemDeleted']
    },
  })
}

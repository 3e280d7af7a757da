import { en, parseInput } from '@kinora/core'
import type { Command } from 'commander'
import { text } from '../../texts.ts'
import { addExamples, sampled } from '../examples.ts'
import { usage } from '../exit.ts'
import { printing } from '../json-fields.ts'
import type { FillCommand } from '../lazy.ts'
import type { Session } from '../session.ts'
import { addFlags, answerFields, fieldsOf } from '../verb.ts'
import type { Call, Resource, Values } from './definition.ts'
import { orMissing, readRow, scopeOf } from './rows.ts'

/** `create`: a flag for every field; prints the new id. */
export const addCreate =
  <Row extends object>(resource: Resource<Row>, call: Call): FillCommand =>
  (command, session) => {
    const toInput = addFieldFlags(command, resource, call)
    command
      .hook('preAction', printing(session, answerFields(call.output)))
      .action((flags: Values) => create(session, resource, { call, given: toInput(flags) }))
    addExamples(command, [sampled(command, resource.samples).join(' ')])
  }

/** `edit`: what is left out stays; refused where somebody else has saved the row meanwhile. */
export const addEdit =
  <Row extends object>(resource: Resource<Row>, call: Call): FillCommand =>
  (command, session) => {
    command.argument('<id>', text('resource.id', { one: resource.one }))
    const toInput = addFieldFlags(command, resource, call)
    command
      .hook('preAction', printing(session, answerFields(call.output)))
      .action((id: string, flags: Values) => edit(session, resource, { call, id, given: toInput(flags) }))
    const switches = command.options.filter(option => option.negate).map(option => `ID ${option.long}`)
    const values = sampled(command, resource.samples).map(sample => `ID ${sample}`)
    addExamples(command, [...values.slice(-1), ...switches.slice(-1)])
  }

interface Write {
  call: Call
  given: Values
}

async function create<Row extends object>(
  session: Session,
  resource: Resource<Row>,
  { call, given }: Write,
): Promise<void> {
  const scope = await scopeOf(session, resource)
  const draft = (await resource.toDraft?.(session, given, { scope })) ?? given
  const input = { ...scope, ...draft }
  parseInput(call.input, input)
  const answer = (await (await session.send())(call, input)) as Values
  const id = String(answer[resource.id])
  session.print.record(answer, [[resource.id, id]])
  session.print.done(text('resource.created', { id }))
}

async function edit<Row extends object>(
  session: Session,
  resource: Resource<Row>,
  { call, id, given: { version, ...given } }: Write & { id: string },
): Promise<void> {
  if (Object.keys(given).length === 0)
    throw usage(
      text('resource.nothingToEdit'),
      text('usage.help', { command: `kinora ${resource.command} edit` }),
    )
  const scope = await scopeOf(session, resource)
  const row = await readRow(session, resource, { id, scope })
  const draft = (await resource.toDraft?.(session, given, { scope, row })) ?? given
  const known = 'version' in call.input.shape ? { version: version ?? (row as Values).version } : {}
  const input = { ...scope, ...draft, ...known, [resource.id]: id }
  parseInput(call.input, input)
  const saved = (await orMissing(resource, id, (await session.send())(call, input))) as Row
  session.print.record(saved, resource.details(saved))
  session.print.done(en['success.itemSaved'])
}

function addFieldFlags<Row extends object>(command: Command, resource: Resource<Row>, call: Call) {
  const { id, scope = {}, fields = {} } = resource
  return addFlags(command, fieldsOf(call.input), {
    ...fields,
    omit: [...(fields.omit ?? []), ...Object.keys(scope), id],
    names: { version: 'if-version', ...fields.names },
    help: { version: text('resource.ifVersion'), ...fields.help },
  })
}

import { en } from '@kinora/core'
import type { Command } from 'commander'
import { sampled, showExamples } from '../examples.ts'
import { usage, withFlags } from '../exit.ts'
import { printing } from '../json-fields.ts'
import type { FillCommand } from '../lazy.ts'
import { addRemovalFlag, agreeToRemoval } from '../secret-flags.ts'
import { text } from '../texts.ts'
import { addFlags, answerFields, fieldsOf, flagOf } from '../verb.ts'
import { versionFlag, withVersion } from '../version-flag.ts'
import type { AnyResource, Call, Values } from './definition.ts'
import { detailsOf } from './read.ts'
import { openRows } from './rows.ts'

/** `create`: a flag for every field; prints the new id. */
export const addCreate =
  (resource: AnyResource, call: Call): FillCommand =>
  (command, session) => {
    const toInput = addFieldFlags(command, resource, call)
    command.hook('preAction', printing(session, answerFields(call.output))).action(async (flags: Values) => {
      const given = { ...resource.start, ...toInput(flags) }
      const rows = await openRows(session, resource)
      const answer = await naming(resource, call, async () => {
        const draft = await resource.toDraft?.(session, given, rows)
        return (await rows.call(call, draft ?? given)) as Values
      })
      const id = String(answer[resource.id])
      session.print.record(answer, [[resource.id, id]])
      session.print.done(text('resource.created', { id }))
    })
    showExamples(command, [sampled(command, resource.samples).join(' ')])
  }

/** `edit`: what is left out stays; refused where somebody else has saved the row meanwhile. */
export const addEdit =
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
    showExamples(command, [...values.slice(-1), ...switches.slice(-1)])
  }

const nothingToEdit = ({ command }: AnyResource) =>
  usage(text('resource.nothingToEdit'), text('usage.help', { command: `kinora ${command} edit` }))

/** What is wrong with a field is told with its flag. */
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

import { en, errorCodeOf, KinoraError, type SubscriptionFailure, toRemovals } from '@kinora/core'
import { showExamples } from '../examples.ts'
import { printing } from '../json-fields.ts'
import type { FillCommand } from '../lazy.ts'
import { forEachId, type Outcome, outcomeFields, showOutcomes } from '../outcomes.ts'
import { demand, requireYes, type Session } from '../session.ts'
import { text } from '../texts.ts'
import type { AnyResource, Call, Values } from './definition.ts'
import { openRows, rowsOf } from './rows.ts'

type Rows = Awaited<ReturnType<typeof openRows>>

/** `delete`: asks first and says what goes with each; then what became of each. */
export const addDelete =
  (resource: AnyResource, call: Call): FillCommand =>
  (command, session) => {
    command
      .argument('<id...>', text('resource.ids'))
      .option('-y, --yes', text('flag.yes'))
      .hook('preAction', printing(session, outcomeFields(resource.id)))
      .action(async (given: string[], { yes = false }: { yes?: boolean }) => {
        if (!yes) demand(session, '--yes')
        const rows = await openRows(session, resource)
        const ids = [...new Set(given)]
        if (!yes) await confirm(session, resource, { rows, ids })
        const many = ['ids', 'tags'].find(key => key in call.input.shape)
        if (many !== undefined) {
          const answer = await rows.call(call, { [many]: ids })
          const outcomes = namesFailures(answer)
            ? toRemovals(ids, answer.failed).map(({ id, failure }) =>
                toOutcome(id, { status: failure?.status ?? 200, message: failure?.reason }, rows),
              )
            : rowsOf(answer).map(item => toOutcome(String(item[resource.id]), item, rows))
          return showOutcomes(session, resource.id, outcomes)
        }
        const act = (id: string) => rows.call(call, {}, id).then(() => en['success.itemDeleted'])
        return forEachId(session, resource.id, { ids, act })
      })
    showExamples(command, ['ID', 'ID OTHER_ID --yes'])
  }

async function confirm(
  session: Session,
  { columns, uses }: AnyResource,
  { rows, ids }: { rows: Rows; ids: readonly string[] },
): Promise<void> {
  const { print } = session
  for (const id of ids) {
    const row = await rows.read(id)
    const words = [columns[1]?.value(row), await uses?.(session, id, rows.scope)]
    print.note(`  ${print.paint.accent(id)}  ${words.filter(Boolean).join('  ')}`)
  }
  await requireYes(session, text('resource.deleteAsk', { count: ids.length }))
}

/** API-121: an answer that tells of those alone that stayed. */
const namesFailures = (answer: unknown): answer is { failed: SubscriptionFailure[] } =>
  typeof answer === 'object' && answer !== null && 'failed' in answer

/** One of several that a single call has deleted. */
function toOutcome(id: string, { status: given, message }: Values, { missing }: Rows): Outcome {
  const status = Number(given)
  if (status < 300) return { id, done: en['success.itemDeleted'] }
  const code = errorCodeOf(status)
  return {
    id,
    error:
      code === 'notFound'
        ? missing(id)
        : new KinoraError(code, typeof message === 'string' ? { detail: message } : {}),
  }
}

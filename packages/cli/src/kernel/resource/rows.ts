import { isKinoraError, parseInput } from '@kinora/core'
import * as z from 'zod'
import { explain } from '../exit.ts'
import { contextFlags } from '../follow-up.ts'
import type { Session } from '../session.ts'
import { text } from '../texts.ts'
import { answerFields } from '../verb.ts'
import type { AnyResource, Call, Values } from './definition.ts'

/** What `--json` may name of a row: of a page its `data`. */
export function rowFields(output: z.ZodType): readonly string[] | undefined {
  const rows = output instanceof z.ZodObject ? (output.shape.data as z.ZodType | undefined) : undefined
  return answerFields(rows ?? output)
}

/** The rows of a page or of a list without pages. */
export const rowsOf = (answer: unknown): Values[] =>
  Array.isArray(answer) ? answer : (answer as { data: Values[] }).data

/** The row that a call answers with, by itself or as the only one of its `data` (SUBS-06). */
const rowOf = (answer: unknown): Values => {
  const { data } = answer as { data?: unknown }
  return (Array.isArray(data) ? data[0] : answer) as Values
}

/** The noun's calls, with what each is given besides. */
export async function openRows(
  session: Session,
  { calls, command, id: key, inputId = key, scope: readers = {} }: AnyResource,
) {
  const readings = Object.entries(readers).map(async ([name, read]) => [name, await read(session)] as const)
  const scope: Values = Object.fromEntries(await Promise.all(readings))
  const send = await session.send()

  /** A row that isn't there is named, with the command that lists them (exit code 3). */
  const missing = (id: string, cause?: unknown) => {
    const how = text('resource.missingHow', {
      command: `kinora ${command} list`,
      context: contextFlags(session),
    })
    const what = text('resource.missing', { id })
    return explain('notFound', { what, why: text('why.notFound'), how }, cause)
  }
  // A file takes as long as its line is slow.
  const patient = { timeout: 0, signal: session.world.interrupted }
  /** Checks the input before it is sent; `id` is the row that it is about. */
  const call = async (endpoint: Call, input: Values, id?: string): Promise<unknown> => {
    const whole = { ...scope, ...input, ...(id === undefined ? {} : { [inputId]: id }) }
    parseInput(endpoint.input, whole)
    try {
      return await send(endpoint, whole, endpoint.multipart ? patient : {})
    } catch (error) {
      throw id !== undefined && isKinoraError(error) && error.code === 'notFound' ? missing(id, error) : error
    }
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

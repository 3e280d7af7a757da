import { isKinoraError } from '@kinora/core'
import * as z from 'zod'
import { text } from '../../texts.ts'
import { explain } from '../exit.ts'
import type { Session } from '../session.ts'
import { answerFields } from '../verb.ts'
import type { Resource, Values } from './definition.ts'

/** What every call is given besides. */
export async function scopeOf<Row extends object>(session: Session, { scope = {} }: Resource<Row>) {
  const pairs = Object.entries(scope).map(async ([key, read]) => [key, await read(session)] as const)
  return Object.fromEntries(await Promise.all(pairs)) as Values
}

/** What `--json` may name of a row: of a page its `data`. */
export function rowFields(output: z.ZodType): readonly string[] | undefined {
  const rows = output instanceof z.ZodObject ? (output.shape.data as z.ZodType | undefined) : undefined
  return answerFields(rows ?? output)
}

/** The rows of a page or of a list without pages. */
export const rowsOf = <Row>(answer: unknown): Row[] =>
  Array.isArray(answer) ? answer : (answer as { data: Row[] }).data

/** One row as it is now, else `notFound` (exit code 3). */
export async function readRow<Row extends object>(
  session: Session,
  resource: Resource<Row>,
  { id, scope }: { id: string; scope: Values },
): Promise<Row> {
  const { view, list } = resource.calls
  const send = await session.send()
  if (view !== undefined)
    return orMissing(resource, id, send(view, { ...scope, [resource.id]: id }) as Promise<Row>)
  const all = 'take' in list.input.shape ? { take: -1 } : {}
  const rows = rowsOf<Row>(await send(list, { ...scope, ...all }))
  const row = rows.find(candidate => candidate[resource.id] === id)
  if (row === undefined) throw missing(resource, id)
  return row
}

/** A row that isn't there is named, with the command that lists them. */
export async function orMissing<Row extends object, T>(
  resource: Resource<Row>,
  id: string,
  answer: Promise<T>,
): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw isKinoraError(error) && error.code === 'notFound' ? missing(resource, id, error) : error
  }
}

export function missing<Row extends object>({ command }: Resource<Row>, id: string, cause?: unknown) {
  const how = text('resource.missingHow', { command: `kinora ${command} list` })
  return explain(
    'notFound',
    { what: text('resource.missing', { id }), why: text('why.notFound'), how },
    cause,
  )
}

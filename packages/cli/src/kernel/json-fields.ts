import { type WireNames, wireNameOf, wireNamesOf } from '@kinora/core'
import type { Command } from 'commander'
import type * as z from 'zod'
import { safe } from './cells.ts'
import { usage } from './exit.ts'
import { type JsonOption, requestedFields } from './print.ts'
import type { Session } from './session.ts'

/** The names of all fields of T; one too few or too many doesn't compile. */
export const namesOf = <T>(fields: Readonly<Record<keyof T, true>>): readonly string[] => Object.keys(fields)

/** An unknown field is a usage error that lists the known ones. */
export function assertFields(option: JsonOption, known: readonly string[]): void {
  const unknown = requestedFields(option).find(field => !known.includes(field))
  if (unknown === undefined) return
  throw usage(safe`Unknown field ${unknown}`, safe`Fields: ${known.join(', ')}`)
}

/** The fields of results as `--json` has them, under the names of the API, and how they are called there. */
export interface JsonFields {
  fields: readonly string[]
  names: WireNames | undefined
}

/** The same of the rows of a schema, with those that stand beside them. */
export const fieldsOfRows = (row: z.ZodObject, beside: readonly string[] = []): JsonFields => ({
  fields: [...Object.entries(row.shape).map(([name, field]) => wireNameOf(name, field)), ...beside],
  names: wireNamesOf(row),
})

/** Fields of the results; undefined where the flags given have a command print no JSON of its own. */
type Known = readonly string[] | JsonFields | undefined

/** A command's `preAction` hook: fields that its results haven't are refused before anything is done. */
export function printing<Flags>(session: Session, known: Known | ((flags: Flags) => Known)) {
  return (command: Command): void => {
    const found = typeof known === 'function' ? known(command.opts() as Flags) : known
    if (found === undefined) return
    const { fields, names = undefined } = 'fields' in found ? found : { fields: found }
    assertFields(session.options.json, fields)
    session.print.nameJson(names)
  }
}

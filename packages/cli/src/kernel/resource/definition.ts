import type { Endpoint, InputSchema } from '@kinora/core'
import type * as z from 'zod'
import type { Samples } from '../examples.ts'
import type { Cell, Column } from '../print.ts'
import type { Session } from '../session.ts'
import type { FlagOptions } from '../verb.ts'

/** A call that answers JSON. */
export type Call = Endpoint<InputSchema, z.ZodType>

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
  inputId?: string
  columns: readonly Column<Row>[]
  /** What a terminal is told beneath a list. */
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
export type AnyResource = Resource<Values>

import type { Page } from '@kinora/core'
import * as z from 'zod'

/** AUTH-21: only what the contract names ever leaves, whatever a handler returned; `what` is for the log. */
export function checked<S extends z.ZodType>(schema: S, answer: unknown, what: string): z.output<S> {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  throw new Error(`${what} answered against its own contract: ${z.prettifyError(result.error)}`)
}

/** A value that was checked against the contract and written out as JSON, to be sent as often as it is asked for. */
export class Written<T> {
  declare readonly is: T
  readonly bytes: Buffer

  private constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  static of<S extends z.ZodType>(schema: S, value: z.input<S>, what: string): Written<z.input<S>> {
    return new Written(Buffer.from(JSON.stringify(checked(schema, value, what))))
  }
}

const comma = Buffer.from(',')

/** A page of a list whose items are written already. */
export class WrittenPage<T> {
  readonly page: Page<T>
  readonly items: readonly Written<T>[]

  constructor(page: Page<T>, items: readonly Written<T>[]) {
    this.page = page
    this.items = items
  }

  /** The page as JSON; what is not written yet is checked here. */
  toBytes(schema: z.ZodType, what: string): Buffer<ArrayBuffer> {
    const { data, ...rest } = checked(schema, { ...this.page, data: [] }, what) as Page<T>
    const parts = this.items.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [comma, bytes]))
    const end = JSON.stringify(rest)
    return Buffer.concat([Buffer.from('{"data":['), ...parts, Buffer.from(`],${end.slice(1)}`)])
  }
}

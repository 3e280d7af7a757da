import {
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite'
import { plannedByValues } from '../ports/db.ts'

/** Statements that are known at most; one that differs in the length of a list is another. */
const KNOWN = 200

const { serialize } = protocol

type Answers = Parameters<typeof parse.parseResults>[0]

interface Statement {
  text: string
  /** Empty for one that is planned with every call. */
  name: string
  /** Types of its parameters. */
  types: number[]
  /** What describes its rows. */
  rows: Answers
}

/** What Drizzle asks a PGlite for. */
export type Asked = Pick<PGlite, 'query' | 'transaction'>

/**
 * PGlite asks the database in six steps for each statement and has it read and analysed every time. Here one that is
 * asked again is kept by the database and asked in a single step (decision 0023).
 */
export function keepStatements(client: PGlite): Asked & { forget(): Promise<void> } {
  const statements = new Map<string, Statement | undefined>()

  const prepare = async (text: string): Promise<Statement> => {
    const name = text.includes(plannedByValues) ? '' : `kinora ${[...statements.keys()].indexOf(text)}`
    const answers = await client.execProtocolStream(
      join([serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()]),
      { syncToFs: false },
    )
    const rows = answers.filter(answer => answer.name === 'rowDescription')
    return { text, name, types: parse.parseDescribeStatementResults(answers), rows }
  }
  /** Undefined for one that is not asked often enough. */
  const known = async (text: string): Promise<Statement | undefined> => {
    if (!statements.has(text)) {
      if (statements.size < KNOWN) statements.set(text, undefined)
      return undefined
    }
    const statement = statements.get(text) ?? (await prepare(text))
    statements.set(text, statement)
    return statement
  }
  const run = async <T>(
    { text, name, types, rows }: Statement,
    params: unknown[],
    options?: QueryOptions,
  ): Promise<Results<T>> => {
    const values = params.map((value, index) => {
      if (value === null || value === undefined) return null
      const toText = client.serializers[types[index] ?? 0]
      return toText === undefined ? String(value) : toText(value)
    })
    const answers = await client.execProtocolStream(
      join([
        ...(name === '' ? [serialize.parse({ text })] : []),
        serialize.bind({ statement: name, values }),
        serialize.execute(),
        serialize.sync(),
      ]),
      { syncToFs: false },
    )
    return parse.parseResults([...rows, ...answers], client.parsers, options)[0] as Results<T>
  }
  /** Undefined where PGlite is to ask it itself. */
  const ask = <T>(text: string, params: unknown[] = [], options?: QueryOptions) =>
    client._runExclusiveQuery(async (): Promise<Results<T> | undefined> => {
      const statement = await known(text)
      return statement === undefined ? undefined : run<T>(statement, params, options)
    })
  const within = (tx: Transaction): Transaction => ({
    ...tx,
    get closed() {
      return tx.closed
    },
    async query<T>(text: string, params?: unknown[], options?: QueryOptions) {
      const answer = tx.closed ? undefined : await ask<T>(text, params, options)
      return answer ?? tx.query<T>(text, params, options)
    },
  })
  return {
    async query<T>(text: string, params?: unknown[], options?: QueryOptions) {
      const answer = await client._runExclusiveTransaction(async () => {
        const answer = await ask<T>(text, params, options)
        if (answer !== undefined) await client.syncToFs()
        return answer
      })
      return answer ?? client.query<T>(text, params, options)
    },
    transaction: work => client.transaction(tx => work(within(tx))),
    /** After the tables have changed. */
    async forget() {
      statements.clear()
      await client.exec('DEALLOCATE ALL')
    },
  }
}

function join(messages: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(messages.reduce((size, message) => size + message.byteLength, 0))
  let at = 0
  for (const message of messages) {
    all.set(message, at)
    at += message.byteLength
  }
  return all
}

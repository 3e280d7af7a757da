import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite'
import { customPlanMark } from '../../ports/db.ts'
import { createStatementCache } from './statement-cache.ts'

/** Statements that are known at most; one that differs in the length of a list is another. */
const MAX_STATEMENTS = 200

const { serialize } = protocol

type Answers = Parameters<typeof parse.parseResults>[0]

interface Statement {
  /** In the database; empty for one that is planned with every call. */
  name: string
  /** Types of its parameters. */
  types: number[]
  /** What describes its rows. */
  rows: Answers
}

/** A mistake in the program, told at once: on the embedded database it would never be answered. */
export class BesideTransactionError extends Error {
  override name = 'BesideTransactionError'
  constructor() {
    super('The database was asked beside an open transaction by the code inside it: pass `tx` down.')
  }
}

/** What Drizzle asks a PGlite for. */
export type QueryClient = Pick<PGlite, 'query' | 'transaction'>

/**
 * PGlite asks the database in six steps for each statement and has it read and analysed every time. A
 * statement that repeats is prepared instead and runs in a single step (decision 0023).
 */
export function cacheStatements(
  client: PGlite,
  assertRoom: (statement: string) => void = () => undefined,
): QueryClient & { forget(tx: Transaction): Promise<void> } {
  const statements = createStatements(client)
  /** The transaction that the code which asks was called in. */
  const around = new AsyncLocalStorage<Transaction>()
  /** In the order of the calls. */
  const query = <T>(text: string, params: readonly unknown[] = [], options?: QueryOptions) =>
    client._runExclusiveQuery(async (): Promise<Results<T>> => {
      assertRoom(text)
      const answers = await statements.ask(text, params)
      const { rowMode, parsers } = options ?? {}
      return parse.parseResults(answers, overlaid(client.parsers, parsers), { rowMode })[0] as Results<T>
    })
  const within = (tx: Transaction): Transaction => ({
    ...tx,
    get closed() {
      return tx.closed
    },
    query: async <T>(text: string, params?: unknown[], options?: QueryOptions) =>
      tx.closed ? tx.query<T>(text, params, options) : query<T>(text, params, options),
  })
  /** There is one connection: who holds it and asks for it again would wait for itself, and everybody behind it. */
  const notBeside = (): void => {
    if (around.getStore()?.closed === false) throw new BesideTransactionError()
  }
  return {
    async query<T>(text: string, params?: unknown[], options?: QueryOptions) {
      notBeside()
      await client._checkReady()
      return client._runExclusiveTransaction(() =>
        query<T>(text, params, options).finally(() => client.syncToFs()),
      )
    },
    async transaction<T>(work: (tx: Transaction) => Promise<T>) {
      notBeside()
      return client.transaction(tx => around.run(tx, () => work(within(tx))))
    },
    /** Before the tables change, in the transaction that changes them: until it ends nobody else asks anything. */
    async forget(tx) {
      await tx.exec('DEALLOCATE ALL')
      statements.clear()
    },
  }
}

/** Asks with statements that are prepared once they repeat. */
function createStatements(client: PGlite) {
  const statements = createStatementCache<Statement>(MAX_STATEMENTS)
  /** No name is ever given twice, so that what went wrong with one is never met again. */
  let count = 0

  const send = (messages: readonly Uint8Array[]): Promise<Answers> =>
    client.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })

  const prepare = async (text: string, name: string): Promise<Statement> => {
    const answers = await send([serialize.parse({ name, text }), serialize.describe({ type: 'S', name })])
    const rows = answers.filter(answer => answer.name === 'rowDescription')
    return { name, types: parse.parseDescribeStatementResults(answers), rows }
  }
  /** One that can be bound at once. */
  const prepared = async (text: string): Promise<Statement> => {
    const isRepeated = statements.seenBefore(text)
    const isNamed = isRepeated && !text.includes(customPlanMark)
    const statement = await prepare(text, isNamed ? `kinora ${++count}` : '')
    if (isRepeated) statements.keep(text, statement)
    return statement
  }
  const bind = ({ name, types }: Statement, params: readonly unknown[]): Uint8Array =>
    serialize.bind({
      statement: name,
      values: params.map((value, index) => {
        if (value === null || value === undefined) return null
        const toText = client.serializers[types[index] ?? 0]
        return toText === undefined ? String(value) : toText(value)
      }),
    })
  const ask = async (text: string, params: readonly unknown[]): Promise<Answers> => {
    const known = statements.get(text)
    if (known === undefined) {
      const statement = await prepared(text)
      return [...statement.rows, ...(await send([bind(statement, params), serialize.execute()]))]
    }
    if (known.name === '') {
      const described = serialize.describe({ type: 'P' })
      return send([serialize.parse({ text }), bind(known, params), described, serialize.execute()])
    }
    try {
      return [...known.rows, ...(await send([bind(known, params), serialize.execute()]))]
    } catch (error) {
      if (!isStale(error)) throw error
      statements.forget(text)
      await send([serialize.close({ type: 'S', name: known.name })])
      // A transaction has failed with it: its caller retries.
      if (client.isInTransaction()) throw error
      return ask(text, params)
    }
  }
  return { ask, clear: () => statements.clear() }
}

/** `parseResults` would copy the client's hundreds of parsers for every statement, a fifth of a short call. */
const overlaid = (parsers: PGlite['parsers'], own: QueryOptions['parsers']): PGlite['parsers'] =>
  own === undefined ? parsers : Object.assign(Object.create(parsers), own)

/** The tables are not as they were when it was analysed, or somebody else had the database forget it. */
function isStale(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '26000' || (code === '0A000' && message === 'cached plan must not change result type')
}

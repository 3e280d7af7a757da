import pg from 'pg'
import { customPlanMark } from '../../ports/db.ts'
import { createStatementCache } from './statement-cache.ts'

/** Statements that a connection knows at most; one that differs in the length of a list is another. */
const MAX_STATEMENTS = 200

type Statement = pg.QueryConfig & { text: string }

/**
 * Prepares a statement that comes a second time: it is parsed and analysed once for each connection rather than with every
 * call, and planned once where that is no dearer. What is marked with `customPlan` isn't kept (decision 0016).
 */
export class PreparingClient extends pg.Client {
  readonly #names = createStatementCache<string>(MAX_STATEMENTS)
  #count = 0

  override query = ((asked: unknown, ...rest: unknown[]) => {
    const named = isStatement(asked) ? this.#named(asked) : asked
    return super.query(...([named, ...rest] as Parameters<pg.Client['query']>))
  }) as pg.Client['query']

  #named(statement: Statement): Statement {
    const { text } = statement
    if (text.includes(customPlanMark)) return statement
    const isRepeated = this.#names.seenBefore(text)
    if (!isRepeated) return statement
    const name = this.#names.get(text) ?? `kinora ${++this.#count}`
    this.#names.keep(text, name)
    return { ...statement, name }
  }
}

const isStatement = (asked: unknown): asked is Statement =>
  typeof asked === 'object' && asked !== null && 'text' in asked && !('submit' in asked)

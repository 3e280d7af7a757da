import { causesOf } from '../../ports/db.ts'

/** SQLSTATE of the rules of the schema that callers may break. */
const states = { foreignKey: '23503', unique: '23505' } as const

/** What the driver tells of a statement; Drizzle's error above it has the statement. */
interface DatabaseError extends Error {
  code?: string
  constraint?: string
  table?: string
  query?: string
}

const findBroken = (error: unknown, rule: keyof typeof states): DatabaseError | undefined =>
  causesOf(error).find((cause: DatabaseError) => cause.code === states[rule])

/** Whether a statement failed since it broke such a rule. */
export const breaks = (error: unknown, rule: keyof typeof states): boolean =>
  findBroken(error, rule) !== undefined

/** What a statement named that isn't there, or would have left without what it names. */
interface BrokenReference {
  /** The column that names a row. */
  column: string
  /** The row goes while others name it. */
  isStillNamed: boolean
}

/** Whose foreign key a statement broke, if it did: one that deletes would have left rows that name what goes. */
export function brokenReference(error: unknown): BrokenReference | undefined {
  const broken = findBroken(error, 'foreignKey')
  if (broken === undefined) return undefined
  const { constraint = '', table = '' } = broken
  const column = constraint.replace(`${table}_`, '').replace(/_fkey\d*$/, '')
  const asked: DatabaseError | undefined = causesOf(error).find(
    (cause: DatabaseError) => cause.query !== undefined,
  )
  return { column, isStillNamed: /^\s*delete/i.test(asked?.query ?? '') }
}

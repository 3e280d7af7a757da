/** SQLSTATE of the rules of the schema that callers may break. */
const states = { foreignKey: '23503', unique: '23505' } as const

/** Whether a statement failed since it broke such a rule; Drizzle's error has the driver's as its cause. */
export function breaks(error: unknown, rule: keyof typeof states): boolean {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code === states[rule]
}

/** What a statement named that isn't there, or would have left without what it names. */
interface BrokenReference {
  /** The column that names a row. */
  column: string
  /** The row goes while others name it. */
  isStillNamed: boolean
}

/** Whose foreign key a statement broke, if it did; the database tells only in its words which way. */
export function brokenReference(error: unknown): BrokenReference | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const {
      code,
      constraint = '',
      table = '',
      detail = '',
    } = cause as Error & Record<string, string | undefined>
    if (code !== states.foreignKey) continue
    const column = constraint.replace(`${table}_`, '').replace(/_fkey\d*$/, '')
    return { column, isStillNamed: detail.includes('still referenced') }
  }
  return undefined
}

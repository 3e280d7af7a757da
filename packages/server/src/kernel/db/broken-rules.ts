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

/** Whose foreign key a statement broke, if it did: one that deletes would have left rows that name what goes. */
export function brokenReference(error: unknown): BrokenReference | undefined {
  let statement = ''
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const told = cause as Error & Record<string, string | undefined>
    const { code, constraint = '', table = '' } = told
    statement ||= told.query ?? ''
    if (code !== states.foreignKey) continue
    const column = constraint.replace(`${table}_`, '').replace(/_fkey\d*$/, '')
    return { column, isStillNamed: /^\s*delete/i.test(statement) }
  }
  return undefined
}

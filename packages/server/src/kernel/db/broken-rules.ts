/** SQLSTATE of the rules of the schema that callers may break. */
const states = { foreignKey: '23503', unique: '23505' } as const

/** Whether a statement failed since it broke such a rule; Drizzle's error has the driver's as its cause. */
export function breaks(error: unknown, rule: keyof typeof states): boolean {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code === states[rule]
}

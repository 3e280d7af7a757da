import { en, type Issue, KinoraError, type RefusalCode } from '@kinora/core'

/** C-14: what isn't there and what isn't yours look the same. */
export const notFound = (issue?: Issue): KinoraError =>
  new KinoraError('notFound', { issues: issue === undefined ? [] : [issue] })

/** ROLE-04: customer support sees no tenant data before it has chosen a tenant. */
export const tenantNotChosen = (): KinoraError =>
  new KinoraError('refused', { detail: en['session.chooseTenant'] })

/** A refusal with one sentence of the catalogue; what kind it is decides about the exit code of the CLI. */
export function refused(code: RefusalCode, params?: Issue['params'], path = 'status'): KinoraError {
  return new KinoraError('refused', { issues: [{ path, code, params }] })
}

/** That a field names what isn't there, or isn't in reach. */
export const unknownReference = (path: string, field: string, value: string): Issue => ({
  path,
  code: 'validation.reference',
  params: { field, value },
})

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

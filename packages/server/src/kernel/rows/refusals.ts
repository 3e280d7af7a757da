import { en, type Issue, KinoraError, type RefusalCode } from '@kinora/core'

/** C-14: what isn't there and what isn't yours look the same. */
export const notFound = (issue?: Issue): KinoraError =>
  new KinoraError('notFound', { issues: issue === undefined ? [] : [issue] })

/** ROLE-04: customer support sees no tenant data before it has chosen a tenant. */
export const tenantNotChosen = (): KinoraError =>
  new KinoraError('refused', { detail: en['session.chooseTenant'] })

/** A refusal with one sentence of the catalogue; what kind it is decides about the exit code of the CLI. It may say after how many seconds it holds no more. */
export function refused(
  code: RefusalCode,
  params?: Issue['params'],
  path = 'status',
  retryAfter?: number,
): KinoraError {
  const issues = [{ path, code, params }]
  return new KinoraError('refused', { issues, ...(retryAfter !== undefined && { retryAfter }) })
}

/** That a field names what isn't there, or isn't in reach. */
export const unknownReference = (path: string, field: string, value: string): Issue => ({
  path,
  code: 'validation.reference',
  params: { field, value },
})

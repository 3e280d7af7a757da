import { en, type Issue, KinoraError, type MessageKey, titleStatusName } from '@kinora/core'

/** C-14: what isn't there and what isn't yours look the same (TITLE-18). */
export const titleNotFound = (): KinoraError =>
  new KinoraError('notFound', { issues: [{ path: 'tag', code: 'title.notFound' }] })

/** ROLE-04: customer support sees no tenant data before it has chosen a tenant. */
export const tenantNotChosen = (): KinoraError =>
  new KinoraError('refused', { detail: en['session.chooseTenant'] })

/** A move that the state machines don't have. */
export function wrongState(code: MessageKey, status: number): KinoraError {
  return refused(code, { status: titleStatusName(status) })
}

/** A refusal with one sentence of the catalogue. */
export function refused(code: MessageKey, params?: Issue['params'], path = 'status'): KinoraError {
  return new KinoraError('refused', { issues: [{ path, code, params }] })
}

/** TITLE-05, TITLE-23: everything that is missing in one sentence, each field also on its own. */
export function notReady(missing: readonly Issue[]): KinoraError {
  const named = missing.map(issue => en[issue.code]).join(', ')
  return new KinoraError('invalid', {
    issues: [{ path: 'status', code: 'title.publishNotReady', params: { missing: named } }, ...missing],
  })
}

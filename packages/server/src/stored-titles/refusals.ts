import { en, type Issue, KinoraError, type RefusalCode, titleStatusName } from '@kinora/core'
import { notFound, refused } from '../kernel/rows/refusals.ts'

/** C-14: what isn't there and what isn't yours look the same (TITLE-18). */
export const titleNotFound = (): KinoraError => notFound({ path: 'tag', code: 'title.notFound' })

/** A move that the state machines don't have. */
export const wrongState = (code: RefusalCode, status: number): KinoraError =>
  refused(code, { status: titleStatusName(status) })

/** TITLE-05, TITLE-23: everything that is missing in one sentence, each field also on its own. */
export function notReady(missing: readonly Issue[]): KinoraError {
  const named = missing.map(issue => en[issue.code]).join(', ')
  return new KinoraError('invalid', {
    issues: [{ path: 'status', code: 'title.publishNotReady', params: { missing: named } }, ...missing],
  })
}

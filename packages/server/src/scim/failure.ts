import { type Issue, KinoraError, type MessageKey } from '@kinora/core'
import type { Failure } from '../kernel/http/failure.ts'

/** RFC 7644, table 9. */
type ScimType =
  | 'uniqueness'
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'noTarget'
  | 'mutability'

const types: Partial<Record<MessageKey, ScimType>> = {
  'scim.json': 'invalidSyntax',
  'scim.operations': 'invalidSyntax',
  'scim.filter': 'invalidFilter',
  'scim.filterTooLong': 'invalidFilter',
  'scim.filterAttribute': 'invalidFilter',
  'scim.path': 'invalidPath',
  'scim.sort': 'invalidPath',
  'scim.noPath': 'noTarget',
  'scim.noTarget': 'noTarget',
  'scim.readOnly': 'mutability',
  'scim.userTaken': 'uniqueness',
  'scim.emailTaken': 'uniqueness',
  'sso.emailTaken': 'uniqueness',
  'scim.groupTaken': 'uniqueness',
}

export const scimError = (code: MessageKey, params?: Issue['params'], path = ''): KinoraError =>
  new KinoraError('invalid', { issues: [{ path, code, params }] })

/** RFC 7644, 3.3.1: somebody has it already. */
export const taken = (code: MessageKey, params: Issue['params'], path: string): KinoraError =>
  new KinoraError('conflict', { issues: [{ path, code, params }] })

export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** RFC 7644, 3.12: a failure of ours as SCIM says it; `scimType` goes with 400 and 409 alone. */
export function toScimFailure({ status, body }: Failure): Record<string, unknown> {
  const [issue] = body.issues as readonly { path: string; code: MessageKey; message: string }[]
  const isAboutValues = status === 400 || status === 409
  const scimType = (issue && types[issue.code]) ?? (status === 400 ? 'invalidValue' : undefined)
  return {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(isAboutValues && scimType !== undefined && { scimType }),
    detail: issue?.message ?? body.message,
  }
}

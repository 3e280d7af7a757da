import type { AuditKind } from '@kinora/core'

const ofSession: Readonly<Record<string, AuditKind>> = {
  login: 'signIn',
  loginFailed: 'failedSignIn',
  refused: 'refusal',
}

/** What an entry tells of. */
export const kindOf = ({ noun, verb }: { noun: string; verb: string }): AuditKind =>
  (noun === 'session' ? ofSession[verb] : undefined) ?? 'change'

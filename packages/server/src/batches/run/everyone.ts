import type { Scope } from '../../kernel/scope.ts'

/** Background work is nobody's call: it sees every batch, and does what it does as the creator. */
export const everyBatch: Scope = { kind: 'all' }

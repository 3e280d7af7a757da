import type { SecretState } from '@kinora/core'

/** Of a secret when it was stored and how it ends; never the secret. */
export const secretCell = (state: SecretState): string =>
  state === null ? '' : `set ${state.setAt.slice(0, 10)}${state.endsWith && `, ends in ${state.endsWith}`}`

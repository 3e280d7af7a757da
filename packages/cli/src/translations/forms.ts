import type { Text } from '@kinora/core'

/** A text in one line; of one by number both forms. */
export const formsText = (text: Text): string =>
  typeof text === 'string' ? text : `${text.one} | ${text.other}`

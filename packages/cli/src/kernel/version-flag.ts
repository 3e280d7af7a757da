import { text } from '../texts.ts'

/** How the `version` of an input is given: `edit` is refused where the row is newer. */
export const versionFlag = {
  names: { version: 'if-version' },
  help: { version: text('resource.ifVersion') },
} as const

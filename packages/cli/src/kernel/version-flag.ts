import { isKinoraError } from '@kinora/core'
import { safe } from './cells.ts'
import { explain } from './exit.ts'
import { text } from './texts.ts'

/** How the `version` of an input is given: `edit` is refused where the row is newer. */
export const versionFlag = {
  names: { version: 'if-version' },
  help: { version: text('resource.ifVersion') },
} as const

/** `outdated` without changes to show: the version that was named never was, so the one it is at is said. */
export async function withVersion<T>(
  asked: { name: string; known: number | undefined; now(): Promise<number> },
  save: () => Promise<T>,
): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'outdated' || error.changes.length > 0) throw error
    const { name, known = 0 } = asked
    const version = await asked.now()
    const what = safe`${name} is at version ${version}, not ${known}`
    throw explain(
      'outdated',
      {
        what,
        how: safe`Nothing was saved. Look at it as it is now, then run the command again with --if-version ${version}, or without the flag.`,
      },
      error,
    )
  }
}

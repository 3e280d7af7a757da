import type { Issue } from '@kinora/core'
import { type TextKey, text } from '../texts.ts'

const mends: Readonly<Record<string, TextKey>> = {
  'quota.titles': 'quota.makeRoom',
  'quota.bytes': 'quota.freeBytes',
  'quota.openUploads': 'quota.endUploads',
  'quota.images': 'quota.waitForImages',
}

/** What to do about a refusal by a quota; undefined where it is none. */
export function quotaHow(issues: readonly Issue[]): string | undefined {
  const key = issues.map(({ code }) => mends[code]).find(mend => mend !== undefined)
  return key === undefined ? undefined : text(key)
}

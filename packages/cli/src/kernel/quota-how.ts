import type { Issue } from '@kinora/core'

const mends: Readonly<Record<string, string>> = {
  'quota.titles':
    'See what is used with kinora quota, delete titles with kinora titles delete TAG, then run the same command again.',
  'quota.bytes':
    'See what is used with kinora quota, delete titles with kinora titles delete TAG or documents with kinora documents delete ID, then run the same command again.',
  'quota.openUploads':
    'List open uploads with kinora titles list --status uploading, cancel one with kinora titles cancel TAG, then run the same command again.',
  'quota.images': 'Run the same command again tomorrow. What is used: kinora quota',
}

/** What to do about a refusal by a quota; undefined where it is none. */
export function quotaHow(issues: readonly Issue[]): string | undefined {
  return issues.map(({ code }) => mends[code]).find(mend => mend !== undefined)
}

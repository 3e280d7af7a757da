import type { UploadItem } from '@kinora/core/uploads'
import { useState } from 'react'

/** Why the last act was refused, as long as the upload stands where it stood then. */
export function useRefusal({ state }: UploadItem): [string | undefined, (words: string | undefined) => void] {
  const [refusal, setRefusal] = useState<{ words: string; at: UploadItem['state']['kind'] }>()
  const shown = refusal?.at === state.kind ? refusal.words : undefined
  return [shown, words => setRefusal(words === undefined ? undefined : { words, at: state.kind })]
}

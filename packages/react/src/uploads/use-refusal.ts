import type { UploadItem } from '@kinora/core/uploads'
import { useState } from 'react'

/** Why the last action was refused, until the upload's state changes. */
export function useRefusal({ state }: UploadItem): [string | undefined, (words: string | undefined) => void] {
  const [refusal, setRefusal] = useState<{ words: string; at: UploadItem['state']['kind'] }>()
  const shown = refusal?.at === state.kind ? refusal.words : undefined
  return [shown, words => setRefusal(words === undefined ? undefined : { words, at: state.kind })]
}

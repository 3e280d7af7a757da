import { toPercent } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { useLiveTitle } from '../kernel/use-live-titles.ts'
import type { Step } from '../ui/status/stepper.tsx'
import { toUploadStatus } from './file-status.ts'
import { useUploadTexts } from './texts.ts'

/** Where an upload stands, in the words that rows, badges and lists have. */
export interface UploadStatus {
  words: string
  tone: 'negative' | 'warning' | 'positive' | undefined
  /** 0 to 1 of what is under way; undefined where nobody measures it. */
  fraction: number | undefined
  /** Upload, normalise, encode, ready, each with its state in words. */
  steps: readonly Step[]
}

/** Where an upload stands, while it is sent and while the server processes it. */
export function useUploadStatus(item: UploadItem): UploadStatus {
  const { words = '', tone, fraction, steps } = toUploadStatus(item, useProcessed(item), useUploadTexts())
  return { words, tone, fraction, steps }
}

/** The percent of an upload as its row says it; undefined where nobody measures it. */
export function useUploadPercent(item: UploadItem | undefined): number | undefined {
  const texts = useUploadTexts()
  const processed = useProcessed(item)
  const fraction = item && toUploadStatus(item, processed, texts).fraction
  return fraction === undefined ? undefined : toPercent(fraction)
}

/** Of processing the server knows more than the queue. */
function useProcessed(item: UploadItem | undefined) {
  const isProcessing = item?.role === 'video' && item.state.kind === 'processing'
  return useLiveTitle(isProcessing ? item.tag : undefined)
}

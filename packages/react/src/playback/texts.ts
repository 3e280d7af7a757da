import { auditTexts, keyPlaceTexts, playbackTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of playback data. */
export const usePlaybackTexts = () =>
  useTexts(playbackTexts, auditTexts, keyPlaceTexts, validationTexts, wordTexts)

export type PlaybackTextsOf = ReturnType<typeof usePlaybackTexts>

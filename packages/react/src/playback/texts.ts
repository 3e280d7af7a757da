import {
  auditTexts,
  keyPlaceTexts,
  playbackTexts,
  validationTexts,
  webhookPlaceTexts,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of playback data. */
export const usePlaybackTexts = () =>
  useTexts(playbackTexts, auditTexts, keyPlaceTexts, webhookPlaceTexts, validationTexts, wordTexts)

export type PlaybackTextsOf = ReturnType<typeof usePlaybackTexts>

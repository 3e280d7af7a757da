import { auditTexts, playbackTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of playback data. */
export const usePlaybackTexts = () => useTexts(playbackTexts, auditTexts, validationTexts)

export type PlaybackTextsOf = ReturnType<typeof usePlaybackTexts>

import { playbackTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of playback data. */
export const usePlaybackTexts = () => useTexts(playbackTexts, validationTexts)

export type PlaybackTextsOf = ReturnType<typeof usePlaybackTexts>

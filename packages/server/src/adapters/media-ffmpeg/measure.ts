import { openAsBlob } from 'node:fs'
import { probeMedia } from '@kinora/core/media'

/**
 * Seconds of a file as an upload's check finds them, since headers may say nothing of it, or too much; undefined for files
 * that no upload may be.
 */
export type Measure = (file: string, signal?: AbortSignal) => Promise<number | undefined>

/** In this thread, for files that are known to be harmless. */
export const measureHere: Measure = async file => (await probeMedia(await openAsBlob(file))).info?.duration

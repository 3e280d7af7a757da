import { isMediaError, type MediaPort, type StepOptions } from '../ports/media.ts'

/** VIDEO-05: the source with its loudness evened out, in scratch. A whole one that an earlier try left is used. */
export async function normaliseSource(
  media: MediaPort,
  { source, scratch, signal, onProgress }: StepOptions & { source: string; scratch: string },
): Promise<string> {
  const target = `${scratch}/normalised.mp4`
  if (!(await isThere(media, target, signal))) await media.normalise({ source, target, signal, onProgress })
  return target
}

async function isThere(media: MediaPort, file: string, signal: AbortSignal | undefined): Promise<boolean> {
  return media.probe(file, signal).then(
    () => true,
    (error: unknown) => {
      if (isMediaError(error) && error.reason !== 'cancelled') return false
      throw error
    },
  )
}

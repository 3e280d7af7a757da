import type { Deps } from '../deps.ts'
import type { FilesPort } from '../ports/files.ts'
import { startDemoClips } from './clips.ts'
import { startDemoStreams } from './streams.ts'

/** Processes the demo's clips and gives its classes their streams, in the background; the function given back ends it. */
export function runDemoMedia(deps: Deps, assets: FilesPort): () => Promise<void> {
  const stopping = new AbortController()
  const making = async () => {
    await startDemoClips(deps, assets, stopping.signal)
    await startDemoStreams(deps, stopping.signal)
  }
  const running = making().catch((err: unknown) => {
    if (!stopping.signal.aborted) deps.log.warn({ err }, 'the media of the demo could not be made')
  })
  return async () => {
    stopping.abort()
    await running
  }
}

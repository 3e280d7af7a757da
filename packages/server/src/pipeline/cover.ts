import { storeImage } from '../images/index.ts'
import type { PipelineDeps } from './run.ts'

interface CoverJob {
  name: string
  source: string
  scratch: string
  signal?: AbortSignal
  /** Second of the frame; the platform chooses one otherwise. */
  at?: number | undefined
}

/** A frame as a stored image; gives its address. What it needs on the way has a fixed name, so that a crash leaves nothing behind. */
export async function takeCover(
  { media, blobs, db }: Pick<PipelineDeps, 'media' | 'blobs' | 'db'>,
  { name, source, scratch, signal, at }: CoverJob,
): Promise<string> {
  const prefix = `covers/${name}/`
  await media.cover({ source, target: `${scratch}/cover/cover.jpg`, signal, at })
  await blobs.adopt(prefix, `${scratch}/cover`)
  const bytes = new Uint8Array(await new Response(await blobs.read(`${prefix}cover.jpg`)).arrayBuffer())
  const url = await db.transaction(tx => storeImage({ blobs, db: tx }, bytes, 'jpg'))
  await blobs.remove(prefix)
  return url
}

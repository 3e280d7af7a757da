import { storeImage } from '../images/index.ts'
import type { PipelineDeps } from './run.ts'

/** A frame as a stored image; gives its address. What it needs on the way has a fixed name, so that a crash leaves nothing behind. */
export async function takeCover(
  { media, blobs, db }: Pick<PipelineDeps, 'media' | 'blobs' | 'db'>,
  { name, source, scratch, signal }: { name: string; source: string; scratch: string; signal?: AbortSignal },
): Promise<string> {
  const prefix = `covers/${name}/`
  await media.cover({ source, target: `${scratch}/cover/cover.jpg`, signal })
  await blobs.adopt(prefix, `${scratch}/cover`)
  const bytes = new Uint8Array(await new Response(await blobs.read(`${prefix}cover.jpg`)).arrayBuffer())
  const url = await db.transaction(tx => storeImage({ blobs, db: tx }, bytes, 'jpg'))
  await blobs.remove(prefix)
  return url
}

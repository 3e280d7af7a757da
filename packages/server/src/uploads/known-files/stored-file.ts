import { isKinoraError, KinoraError } from '@kinora/core'
import type { FileSource } from '@kinora/core/uploads'
import type { BlobPort } from '../../ports/blobs.ts'

/** A stored object as the uploader's functions read a file: the same code computes both sides' samples and answers. */
export function storedFile(
  blobs: BlobPort,
  { blobKey, size }: { blobKey: string; size: number },
): FileSource {
  return {
    name: blobKey,
    size,
    slice: async (start, end) => {
      try {
        return await new Response(await blobs.read(blobKey, { start, end })).blob()
      } catch (cause) {
        // Any other error would be told as one of the person's own file.
        throw isKinoraError(cause) ? cause : new KinoraError('server', { cause })
      }
    },
  }
}

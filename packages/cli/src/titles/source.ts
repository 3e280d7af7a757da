import type { FileSource } from '@kinora/core/uploads'
import type { LocalFile } from '../kernel/world.ts'

/** A local file as the uploader reads it. */
export const toSource = ({ name, size, blob, hold }: LocalFile): FileSource => ({
  name,
  size,
  slice: async (start, end) => blob.slice(start, end),
  hold,
})

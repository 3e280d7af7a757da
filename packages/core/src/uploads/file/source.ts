import type { FileSource } from '../ports.ts'

type OpenFile = Pick<FileSource, 'name' | 'size' | 'hold' | 'digests'> & { blob: Blob }

/** A file that was opened as a blob, as the uploader reads it. */
export const toFileSource = ({ name, size, blob, hold, digests }: OpenFile): FileSource => ({
  name,
  size,
  slice: async (start, end) => blob.slice(start, end),
  hold,
  digests,
})

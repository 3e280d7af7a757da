import { eq } from 'drizzle-orm'
import { channelsTable } from '../channels/tables.ts'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/index.ts'
import type { FilesPort } from '../ports/files.ts'
import { demoChannels } from './organisations.ts'

/** Channels that have images of their own; the others use them again. */
const PICTURED = 5

/** CHAN-08: an active channel has both images. */
export async function seedChannelImages(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  assets: FilesPort,
): Promise<void> {
  const store = async (path: string) => {
    const file = await assets.read(path)
    return file === undefined ? null : await storeImage({ blobs, db }, file.bytes, 'jpg')
  }
  for (const [index, { tag }] of demoChannels.entries()) {
    const number = (index % PICTURED) + 1
    const profileImageUrl = await store(`/channel-${number}-profile.jpg`)
    const mediaSpaceImageUrl = await store(`/channel-${number}-space.jpg`)
    await db
      .update(channelsTable)
      .set({ profileImageUrl, mediaSpaceImageUrl })
      .where(eq(channelsTable.tag, tag))
  }
}

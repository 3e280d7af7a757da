import { type AssetType, assertNoIssues, type images } from '@kinora/core'
import { checkImage, type ImageKind, toExtension } from '@kinora/core/media'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { storeImage } from './store.ts'

/** C-77: the rule of VAL-T1 that an image of this purpose is held to. */
const kinds = {
  cover: 'titleCover',
  banner: 'categoryBanner',
  logo: 'webLogo',
  profile: 'channelProfile',
  mediaSpace: 'mediaSpace',
  splash: 'splash',
  icon: 'appIcon',
  category: 'categoryImage',
} as const satisfies Record<AssetType, ImageKind>

export const imageHandlers: Handlers<typeof images> = {
  upload: ({ img, AssetType }, context) => upload(img, AssetType, context),
  uploadCover: ({ image, AssetType }, context) => upload(image, AssetType, context),
}

/** API-24, API-29: the bytes decide, whatever the name says (VAL-19). */
async function upload(image: Blob, type: AssetType, { deps }: Context): Promise<{ url: string }> {
  const name = 'name' in image && typeof image.name === 'string' ? image.name : ''
  const bytes = new Uint8Array(await image.arrayBuffer())
  assertNoIssues(checkImage(kinds[type], { name, bytes }))
  const extension = toExtension(name)
  return { url: await storeImage(deps.blobs, bytes, extension === 'jpeg' ? 'jpg' : extension) }
}

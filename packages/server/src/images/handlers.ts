import { type AssetType, type images, KinoraError } from '@kinora/core'
import { type ImageKind, toExtension } from '@kinora/core/media'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf, recordWrite } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import type { Scope } from '../kernel/scope.ts'
import { assertQuotaForImage } from '../quotas/index.ts'
import { storeImage } from './stored.ts'

/** C-77, C-107: the rule of VAL-T1 that an image of this purpose is held to. */
const kinds = {
  cover: 'titleCover',
  banner: 'categoryBanner',
  logo: 'webLogo',
  profile: 'channelProfile',
  mediaSpace: 'mediaSpace',
  splash: 'splash',
  icon: 'appIcon',
  category: 'categoryImage',
  categoryImage: 'categoryImage',
  categoryBanner: 'categoryBanner',
  favicon: 'favicon',
  homeImage: 'homeImage',
  // Light and dark logos are held to the same rule.
  mobileLogo: 'lightMobileLogo',
  eventCover: 'eventCover',
  packageCover: 'subscriptionCover',
} as const satisfies Record<AssetType, ImageKind>

export const imageHandlers: Handlers<typeof images> = {
  upload: ({ img, assetType }, context) => upload({ image: img, type: assetType, verb: 'upload' }, context),
  uploadCover: ({ image, assetType }, context) =>
    upload({ image, type: assetType, verb: 'uploadCover' }, context),
}

/**
 * API-24, API-29: the bytes decide, whatever the name says (VAL-19). Metadata that identifies the picture’s maker isn’t
 * published.
 */
async function upload(
  { image, type, verb }: { image: Blob; type: AssetType; verb: 'upload' | 'uploadCover' },
  context: Context,
): Promise<{ url: string }> {
  const { scope, deps, signal } = context
  await assertQuotaForImage(scope, deps, deps.db)
  const name = 'name' in image && typeof image.name === 'string' ? image.name : ''
  const bytes = new Uint8Array(await image.arrayBuffer())
  const { tenantId, providerId } = ownerOf(scope)
  const sent = { name, bytes, owner: tenantId ?? providerId }
  const checked = await deps.probe.picture(kinds[type], sent, signal)
  if ('issues' in checked) throw new KinoraError('invalid', { issues: checked.issues })
  const { clean } = checked
  const extension = toExtension(name)
  const changes = differences({}, { name, type, size: clean.byteLength })
  return deps.db.transaction(async tx => {
    // Again, since others may have taken the last place while this one was looked at.
    await assertQuotaForImage(scope, deps, tx)
    const stored = { blobs: deps.blobs, db: tx }
    const url = await storeImage(stored, clean, extension === 'jpeg' ? 'jpg' : extension)
    const write = { noun: 'images', id: url, name, verb, version: 1, owner: ownerOf(scope), changes }
    await recordWrite(tx, authorOf(context), write)
    return { url }
  })
}

/** Whose the entry is: an image itself is anybody's who has its address. */
function ownerOf(scope: Scope): { tenantId?: string; providerId?: string } {
  if (scope.kind === 'tenant') return { tenantId: scope.tenantId }
  return scope.kind === 'provider' ? { providerId: scope.providerId } : {}
}

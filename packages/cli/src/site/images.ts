import { type AssetType, type ConfigurationType, KinoraError, siteImages } from '@kinora/core'
import type { ImageKind } from '@kinora/core/media'
import type { Session } from '../kernel/session.ts'
import { putAt, type Settings, valueAt } from './fields.ts'

/** SITE-04: stores the pictures that are named as files, each measured before it is sent, and puts their addresses in place. */
export async function storePictures(
  session: Session,
  type: ConfigurationType,
  settings: Settings,
): Promise<void> {
  if (type !== 'web' && type !== 'mobile') return
  for (const [path, rule] of Object.entries(siteImages[type])) {
    const value = valueAt(settings, path)
    if (typeof value !== 'string' || value === '' || value.startsWith('/media/')) continue
    putAt(settings, path, await upload(session, { path, value, ...rule }))
  }
}

async function upload(
  session: Session,
  { path, value, kind, asset }: { path: string; value: string; kind: ImageKind; asset: AssetType },
): Promise<string> {
  const { checkImage } = await import('@kinora/core/media')
  const file = await session.world.files.open(value)
  const bytes = new Uint8Array(await file.blob.arrayBuffer())
  const issues = checkImage(kind, { name: file.name, bytes }).map(issue => ({ ...issue, path }))
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  const { images } = await session.api()
  return (await images.upload({ img: new File([bytes], file.name), AssetType: asset })).url
}

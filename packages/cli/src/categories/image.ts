import { type AssetType, KinoraError } from '@kinora/core'
import type { ImageKind } from '@kinora/core/media'
import type { Session } from '../kernel/session.ts'

/** CAT-04: the pictures of a category by the field that holds their address. */
const pictures = {
  imageLink: { kind: 'categoryImage', asset: 'categoryImage' },
  bannerImageLink: { kind: 'categoryBanner', asset: 'categoryBanner' },
} as const satisfies Record<string, { kind: ImageKind; asset: AssetType }>
type Field = keyof typeof pictures

/** Files that the flags name, as the addresses under which the server stores them; an address and null stay. */
export async function withImages(
  session: Session,
  given: Partial<Record<Field, string | null>>,
): Promise<Partial<Record<Field, string | null>>> {
  const links: Partial<Record<Field, string | null>> = {}
  for (const field of Object.keys(pictures) as Field[]) {
    const value = given[field]
    if (value === undefined) continue
    links[field] = value === null || value.startsWith('/media/') ? value : await upload(session, field, value)
  }
  return links
}

/** VAL-T1: measured before it is sent. */
async function upload(session: Session, field: Field, path: string): Promise<string> {
  const { checkImage } = await import('@kinora/core/media')
  const { kind, asset } = pictures[field]
  const file = await session.world.files.open(path)
  const bytes = new Uint8Array(await file.blob.arrayBuffer())
  const issues = checkImage(kind, { name: file.name, bytes }).map(issue => ({ ...issue, path: field }))
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  const api = await session.api()
  return (await api.images.upload({ img: new File([bytes], file.name), AssetType: asset })).url
}

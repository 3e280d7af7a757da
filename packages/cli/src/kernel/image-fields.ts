import { type AssetType, images, KinoraError } from '@kinora/core'
import type { ImageKind } from '@kinora/core/media'
import type { Session } from './session.ts'

/** The pictures of a noun by the field that holds their address: the rule of each, and what it is uploaded as. */
export type ImageFields<F extends string> = Readonly<Record<F, { kind: ImageKind; asset: AssetType }>>

/** Files that the flags name, as the addresses under which the server stores them; an address and null stay. */
export async function withImages<F extends string>(
  session: Session,
  pictures: ImageFields<F>,
  given: Partial<Record<NoInfer<F>, string | null>>,
): Promise<Partial<Record<F, string | null>>> {
  const links: Partial<Record<F, string | null>> = {}
  for (const field of Object.keys(pictures) as F[]) {
    const value = given[field]
    if (value === undefined) continue
    const isStored = value === null || value.startsWith('/media/')
    links[field] = isStored ? value : await uploadImage(session, { ...pictures[field], field, path: value })
  }
  return links
}

interface Upload {
  kind: ImageKind
  asset: AssetType
  /** Of this machine. */
  path: string
  /** What is wrong with it is said of this field. */
  field?: string
}

/** VAL-T1: measured before it is sent; what comes back is the address under which the server stores it. */
export async function uploadImage(session: Session, { kind, asset, field, path }: Upload): Promise<string> {
  const { checkImage } = await import('@kinora/core/media')
  const file = await session.world.files.open(path)
  const bytes = new Uint8Array(await file.blob.arrayBuffer())
  const found = checkImage(kind, { name: file.name, bytes })
  const issues = found.map(issue => ({ ...issue, path: field ?? issue.path }))
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  const send = await session.send()
  return (await send(images.upload, { img: new File([bytes], file.name), assetType: asset })).url
}

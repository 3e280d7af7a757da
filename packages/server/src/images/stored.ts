import type { Issue } from '@kinora/core'
import type { ImageKind } from '@kinora/core/media'
import type { Context } from '../kernel/handlers.ts'
import type { Database } from '../ports/db.ts'
import { keepImages } from './kept.ts'

/** A field that holds the address of a stored picture, and the rule of VAL-T1 that it is held to. */
export interface PictureField {
  path: string
  kind: ImageKind
  /** Undefined where it isn't set, null where there is none. */
  address: string | null | undefined
  /** What stood there before the change. */
  before?: string | null | undefined
}

type Addresses<F extends string> = Partial<Record<F, string | null>>

/** The pictures of a row, by the fields that hold them. */
export const toPictures = <F extends string>(
  kinds: Readonly<Record<F, ImageKind>>,
  set: Addresses<NoInfer<F>>,
  before: Addresses<NoInfer<F>> = {},
): PictureField[] =>
  (Object.keys(kinds) as F[]).map(path => ({
    path,
    kind: kinds[path],
    address: set[path],
    before: before[path],
  }))

/** What is wrong with the pictures that are set: each is stored here and fits its rule, whatever it was sent as. */
export async function checkPictures(
  fields: readonly PictureField[],
  { deps, signal }: Pick<Context, 'deps' | 'signal'>,
): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const { path, kind, address } of fields) {
    if (address == null) continue
    const [, key] = /^\/media\/(images\/[\w-]+\.\w+)$/.exec(address) ?? []
    if (key === undefined) issues.push({ path, code: 'validation.imageForeign' })
    else if ((await deps.blobs.size(key)) === undefined) issues.push({ path, code: 'validation.imageGone' })
    else {
      const bytes = new Uint8Array(await new Response(await deps.blobs.read(key)).arrayBuffer())
      const name = key.slice('images/'.length)
      const found = await deps.probe.picture(kind, { name, bytes }, signal)
      if ('issues' in found) issues.push(...found.issues.map(issue => ({ ...issue, path })))
    }
  }
  return issues
}

/** Decision 0040: pictures that come or go stay stored for a day; the issues name what is gone already. */
export async function keepPictures(
  tx: Database,
  { deps }: Pick<Context, 'deps'>,
  fields: readonly PictureField[],
): Promise<Issue[]> {
  const changed = fields.filter(
    ({ address, before }) => address !== undefined && address !== (before ?? null),
  )
  const addresses = changed.flatMap(({ address, before }) => [before ?? null, address ?? null])
  const gone = await keepImages(deps.blobs, tx, addresses)
  return changed
    .filter(({ address }) => gone.includes(address ?? ''))
    .map(({ path }) => ({ path, code: 'validation.imageGone' }))
}

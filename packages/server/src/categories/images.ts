import type { Issue } from '@kinora/core'
import type { ImageKind } from '@kinora/core/media'
import { keepImages } from '../images/index.ts'
import type { Context } from '../kernel/handlers.ts'
import type { Database } from '../ports/db.ts'
import type { CategorySet } from './writes.ts'

const kinds = { imageLink: 'categoryImage', bannerImageLink: 'categoryBanner' } as const satisfies Record<
  string,
  ImageKind
>
type Field = keyof typeof kinds
const fields = Object.keys(kinds) as Field[]

/** CAT-04: what is wrong with the pictures that are set: each is stored here and fits its rule of VAL-T1, whatever it was sent as. */
export async function checkImages(
  set: Partial<Record<Field, string | null>>,
  { deps, signal }: Pick<Context, 'deps' | 'signal'>,
): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const path of fields) {
    const address = set[path]
    if (address == null) continue
    const [, key] = /^\/media\/(images\/[\w-]+\.\w+)$/.exec(address) ?? []
    if (key === undefined) issues.push({ path, code: 'category.imageForeign' })
    else if ((await deps.blobs.size(key)) === undefined) issues.push({ path, code: 'category.imageGone' })
    else {
      const bytes = new Uint8Array(await new Response(await deps.blobs.read(key)).arrayBuffer())
      const found = await deps.probe.picture(
        kinds[path],
        { name: key.slice('images/'.length), bytes },
        signal,
      )
      if ('issues' in found) issues.push(...found.issues.map(issue => ({ ...issue, path })))
    }
  }
  return issues
}

/** Decision 0040: pictures that come or go stay stored for a day; the issues name what is gone already. */
export async function keepCategoryImages(
  tx: Database,
  { deps }: Pick<Context, 'deps'>,
  { before, after }: { before: CategorySet; after: CategorySet },
): Promise<Issue[]> {
  const changed = fields.filter(path => after[path] !== undefined && after[path] !== before[path])
  const addresses = changed.flatMap(path => [before[path] ?? null, after[path] ?? null])
  const gone = await keepImages(deps.blobs, tx, addresses)
  return changed
    .filter(path => gone.includes(after[path] ?? ''))
    .map(path => ({ path, code: 'category.imageGone' }))
}

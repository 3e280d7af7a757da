import type { Issue } from '@kinora/core'
import type { ImageKind } from '@kinora/core/media'
import { sql } from 'drizzle-orm'
import { sha256 } from '../kernel/digest.ts'
import type { Context } from '../kernel/handlers.ts'
import type { BlobPort } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'

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
export async function retainPictures(
  tx: Database,
  { deps }: Pick<Context, 'deps'>,
  fields: readonly PictureField[],
): Promise<Issue[]> {
  const changed = fields.filter(
    ({ address, before }) => address !== undefined && address !== (before ?? null),
  )
  const addresses = changed.flatMap(({ address, before }) => [before ?? null, address ?? null])
  const gone = await retainImages(deps.blobs, tx, addresses)
  return changed
    .filter(({ address }) => gone.includes(address ?? ''))
    .map(({ path }) => ({ path, code: 'validation.imageGone' }))
}

/** An advisory lock of the transaction: who stores, names or removes the image of this digest waits until it has ended. */
export const lockImage = (tx: Database, digest: string): Promise<unknown> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('kinora.image'), hashtext(${digest}))`)

/**
 * Keeps images that a row of this transaction names, or named so far, from going as unnamed ones within a day (decision 0040);
 * returns the addresses of those that are stored no more. An address that isn't one of a stored image is left alone.
 */
export async function retainImages(
  blobs: BlobPort,
  tx: Database,
  addresses: readonly (string | null)[],
): Promise<string[]> {
  const gone: string[] = []
  for (const address of [...new Set(addresses)].sort()) {
    const [, key, digest] = /^\/media\/(images\/([\w-]+)\.\w+)$/.exec(address ?? '') ?? []
    if (key === undefined || digest === undefined) continue
    await lockImage(tx, digest)
    if (!(await blobs.touch(key))) gone.push(address!)
  }
  return gone
}

/**
 * Keeps an image under the digest of its content, so that its address may be cached for ever; returns the address. One that is
 * there already is written again, so that it isn't taken for an old one that nobody names; in a transaction nobody removes it
 * as one meanwhile.
 */
export async function storeImage(
  { blobs, db }: { blobs: BlobPort; db: Database },
  bytes: Uint8Array<ArrayBuffer>,
  extension: string,
): Promise<string> {
  const digest = await sha256(bytes)
  const key = `images/${digest}.${extension}`
  await lockImage(db, digest)
  await blobs.put(key, bytes)
  return `/media/${key}`
}

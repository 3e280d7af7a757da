import assert from 'node:assert/strict'
import { CHUNK_SIZE, type Title, TitleStatus, toTrailerState } from '@kinora/core'
import type { Media, Rig } from './rig.ts'

/** What a case did to the upload, for the table. */
export interface Injected {
  faults: string[]
  /** Bytes of chunks that were sent although they had been sent before. */
  resent: number
  /** What else was measured, for the table. */
  measured?: string
}

/** E-1 once a file is stored and somebody has asked for its processing. */
const afterUpload: ReadonlySet<number> = new Set([
  TitleStatus.Uploaded,
  TitleStatus.NormalisationQueued,
  TitleStatus.EncodingQueued,
  TitleStatus.Encoded,
  TitleStatus.Completed,
  TitleStatus.Incomplete,
  TitleStatus.Unpublished,
  TitleStatus.Published,
])

/**
 * After every case: one title of that name, its stored bytes equal the source (by the platform's digest and by reading
 * the original back), at most one chunk sent again for each fault, and a state that E-1 and E-2 allow.
 */
export async function prove(rig: Rig, name: string, media: Media, faults: string[]): Promise<Injected> {
  return proveTitle(rig, await theTitle(rig, name), { media, faults })
}

export async function proveTitle(
  rig: Rig,
  title: Title,
  { media, faults }: { media: Media; faults: string[] },
): Promise<Injected> {
  await proveStored(rig, title, media)
  return proveThrift(rig, media, faults)
}

/** At most one chunk was sent again for each fault. */
export function proveThrift(rig: Rig, media: Media, faults: string[]): Injected {
  const resent = sentAgain(rig, media)
  const allowed = faults.length * (CHUNK_SIZE + 4096)
  assert.ok(resent <= allowed, `${resent} bytes sent again, at most ${allowed} for ${faults.length} faults`)
  return { faults, resent }
}

/** The file is stored whole and the title stands where E-1 or E-3 lets it. */
export async function proveStored(rig: Rig, title: Title, media: Media): Promise<void> {
  await (rig.role === 'trailer' ? proveTrailer : proveVideo)(rig, title, media)
}

async function proveVideo(rig: Rig, title: Title, media: Media): Promise<void> {
  assert.equal(title.fileDigest, media.digest, 'the digest of the stored file')
  assert.equal(await rig.original(title.tag), media.sha256, 'the stored bytes read back')
  assert.ok(afterUpload.has(title.status), `status ${title.status} after an upload`)
}

/** Where the upload stands that the rig's cases are about. */
export const uploadState = (rig: Rig, tag: string) =>
  rig.role === 'trailer' ? rig.api.uploads.trailerState({ tag }) : rig.api.uploads.videoState({ tag })

/**
 * No address gives a trailer's file as it was sent: it is read from the store, where a server killed between giving the
 * title a file that the platform holds and noting it leaves a second name of the same file.
 */
async function proveTrailer(rig: Rig, title: Title, media: Media): Promise<void> {
  const state = await uploadState(rig, title.tag)
  assert.equal(state?.complete, true, 'the trailer is whole')
  assert.equal(state?.digest, media.digest, 'the digest of the stored trailer')
  assert.deepEqual([...new Set(await rig.stored(title.tag))], [media.sha256], 'the stored bytes')
  assert.equal(title.trailerName, media.name)
  assert.notEqual(title.trailerStatus, TitleStatus.Error, 'the trailer after an upload')
}

/** The processing came to its good end (E-1, E-3). */
export function proveProcessed({ role }: Rig, title: Title): void {
  if (role === 'trailer') assert.equal(toTrailerState(title), 'completed')
  else assert.ok(isProcessed(title), `status ${title.status}`)
}

export const isProcessed = ({ status }: Title): boolean =>
  status === TitleStatus.Completed || status === TitleStatus.Incomplete

export async function theTitle(rig: Rig, name: string): Promise<Title> {
  const { data } = await rig.api.titles.search({ query: name })
  const found = data.filter(title => title.className === name)
  assert.equal(found.length, 1, `titles called ${name}`)
  return found[0]!
}

/** Every chunk counts once; what came beyond that, whole or in part, was sent again. */
function sentAgain({ proxy }: Rig, media: Media): number {
  let again = 0
  for (let chunk = 1; chunk <= media.chunks; chunk += 1) {
    const sizes = proxy.arrivals.filter(arrival => arrival.chunk === chunk).map(arrival => arrival.bytes)
    again += sizes.reduce((sum, bytes) => sum + bytes, 0) - Math.max(0, ...sizes)
  }
  return again
}

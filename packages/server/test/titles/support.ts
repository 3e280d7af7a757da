import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Api,
  CHUNK_SIZE,
  isKinoraError,
  type KinoraContract,
  type TitleDraft,
  type UploadState,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import { until as happens } from '../../../../scripts/patience.ts'
import { createFfmpegMedia } from '../../src/adapters/media-ffmpeg/index.ts'
import type { MediaPort } from '../../src/ports/media.ts'
import type { TitleChange } from '../../src/stored-titles/rows.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import type { TestServer } from '../harness.ts'
import { type ClipOptions, makeClip } from '../media/clips.ts'

export type TestApi = Api<KinoraContract>

/** Everything that publishing asks for, in the reach of the demo's provider. */
export const ready: TitleDraft = {
  className: 'Kettlebell basics',
  classDescription: 'Swing, clean and press.',
  classCategoryId: 'strength',
  classSubCategoryId: 'strength-kettlebell',
  classLanguageCode: 'en-US',
  channelId: 'ironside-strength',
  providerId: null,
  scheduleDate: '2026-11-20T09:30:00',
  startDate: null,
  endDate: null,
  equipmentIds: ['equipment-kettlebell'],
  focusAreaIds: ['focus-full-body'],
  labelIds: [],
  keywords: ['swing'],
  instructor: 'Jo Ironside',
  intensity: 6,
  skill: 3,
  imageLink: '/media/images/cover.jpg',
  alternateLink: null,
  thumbnailType: 'custom',
  trailerName: null,
  isActive: true,
  isEquipment: true,
  contentType: 1,
  IsMigrating: false,
  SourceProviderId: null,
  IsAutoPublish: false,
}

/** TITLE-06: what a row has besides name, provider and channel to be listed by a site. */
export const displayed = {
  ...{ classDescription: 'Kettlebells.', imageLink: '/media/images/cover.jpg', classCategoryId: 'strength' },
  ...{ classLanguageCode: 'en-GB', scheduleDate: '2026-11-20T08:30:00' },
}

/** What a call is refused with: the code of its first issue, else its detail, else its kind. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing refused',
    (error: unknown) => {
      if (!isKinoraError(error)) throw error
      const [issue] = error.issues
      return `${error.status} ${issue?.code ?? error.detail ?? error.code}`
    },
  )
}

/** Puts a title where a test begins. */
export async function put(server: TestServer, tag: string, set: TitleChange): Promise<void> {
  await server.deps.db.update(titlesTable).set(set).where(eq(titlesTable.tag, tag))
}

export async function viewTitle(api: TestApi, tag: string) {
  const { data } = await api.titles.find({ titleTags: [tag] })
  return data[0]!
}

let media: Promise<MediaPort | undefined> | undefined

/** The installed ffmpeg, asked once what it can. */
export async function makeMedia(): Promise<MediaPort> {
  media ??= createFfmpegMedia()
  const found = await media
  if (found === undefined) throw new Error('these tests need ffmpeg')
  return found
}

const folder = mkdtempSync(join(tmpdir(), 'kinora-clips-'))
const clips = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** A small real video, made once for each kind. */
export function clip(options: Partial<ClipOptions> = {}): Promise<Uint8Array<ArrayBuffer>> {
  const all = { seconds: 2, size: '320x180', ...options }
  const name = JSON.stringify(all)
  const known = clips.get(name)
  const made =
    known ??
    makeClip(join(folder, `${clips.size}.mp4`), all).then(async path => new Uint8Array(await readFile(path)))
  clips.set(name, made)
  return made
}

/** The same video, as large as wanted: an MP4 may end in a box that nobody reads. */
export function padded(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  whole.set(bytes)
  const box = new DataView(whole.buffer, bytes.length)
  box.setUint32(0, size - bytes.length)
  whole.set(new TextEncoder().encode('free'), bytes.length + 4)
  for (let at = bytes.length + 8; at < size; at++) whole[at] = (at * 31 + (at >> 12)) % 251
  return whole
}

/** The same video with a content of its own, so that nothing that was made of another is used for it. */
export async function freshClip(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await clip()
  const whole = padded(bytes, bytes.length + 24)
  crypto.getRandomValues(whole.subarray(bytes.length + 8))
  return whole
}

export const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The digest of the chunk digests, as a client computes it. */
export function fileDigest(bytes: Uint8Array): string {
  const all = createHash('sha256')
  for (let at = 0; at < bytes.length; at += CHUNK_SIZE) {
    all.update(
      createHash('sha256')
        .update(bytes.subarray(at, at + CHUNK_SIZE))
        .digest(),
    )
  }
  return all.digest('hex')
}

export interface SendOptions {
  role?: 'video' | 'trailer'
  fileName?: string
  identifier?: string
}

/** One chunk of a file as a client sends it; `change` makes it a wrong one. */
export function chunkOf(
  tag: string,
  bytes: Uint8Array<ArrayBuffer>,
  number: number,
  options: SendOptions = {},
) {
  const piece = bytes.slice((number - 1) * CHUNK_SIZE, number * CHUNK_SIZE)
  return {
    tag,
    chunkNumber: number,
    totalNumberOfChunks: Math.max(1, Math.ceil(bytes.length / CHUNK_SIZE)),
    identifier: options.identifier ?? `upload-${hash(bytes).slice(0, 16)}`,
    fileName: options.fileName ?? 'class.mp4',
    totalSize: bytes.length,
    digest: hash(piece),
    file: new Blob([piece]),
  }
}

export async function sendFile(
  api: TestApi,
  tag: string,
  bytes: Uint8Array<ArrayBuffer>,
  options: SendOptions = {},
): Promise<UploadState> {
  const { totalNumberOfChunks } = chunkOf(tag, bytes, 1, options)
  let state: UploadState | undefined
  for (let number = 1; number <= totalNumberOfChunks; number++) {
    state = await api.uploads[options.role ?? 'video'](chunkOf(tag, bytes, number, options))
  }
  return state!
}

/** Looks again until it holds. */
export async function until<T>(look: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const found = await happens('what was looked at holds', async () => {
    const value = await look()
    return holds(value) && { value }
  })
  return found.value
}

type Watched = Pick<typeof titlesTable.$inferSelect, 'status' | 'trailerStatus' | 'trailerMobileKey'>

/** Waits until it holds of a title. Only its row is looked at: a view costs ten times as much, and a second has many looks. */
export async function whenTitle(
  { deps }: TestServer,
  tag: string,
  holds: (title: Watched) => boolean,
): Promise<void> {
  const { status, trailerStatus, trailerMobileKey } = titlesTable
  const looked = { status, trailerStatus, trailerMobileKey }
  await happens('what is awaited of the title', async () => {
    const [title] = await deps.db.select(looked).from(titlesTable).where(eq(titlesTable.tag, tag))
    return holds(title!)
  })
}

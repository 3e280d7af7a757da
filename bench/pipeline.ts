import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHUNK_SIZE, contract, createApi, createSend, TitleStatus } from '@kinora/core'
import { startPlatform } from '@kinora/server/platform'
import { createFileBlobs } from '../packages/server/src/adapters/blobs-fs/index.ts'
import { createFfmpegMedia } from '../packages/server/src/adapters/media-ffmpeg/index.ts'
import { makeClip } from '../packages/server/test/media/clips.ts'
import { type Measured, pairs, time } from './measure.ts'

const execute = promisify(execFile)
const seconds = Number(process.env.KINORA_BENCH_CLIP_SECONDS ?? 20)
const rounds = Number(process.env.KINORA_BENCH_ROUNDS ?? 3)

/** The pipeline's ladder against one ffmpeg command, and whether two titles keep every core busy. */
export async function processing(): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'))
  try {
    const clip = await makeClip(join(folder, 'clip.mp4'), { seconds, size: '1280x720' })
    return [await measureLadder(folder, clip), await measureQueue(folder, clip)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Inspecting, encoding, checking, the master and storing durably against encoding alone. */
async function measureLadder(folder: string, clip: string): Promise<Measured> {
  const media = await createFfmpegMedia()
  if (media === undefined) throw new Error('the bench needs ffmpeg')
  const blobs = await createFileBlobs(join(folder, 'blobs'))
  const ours = () =>
    time(async () => {
      const targetFolder = join(folder, 'ladder')
      await media.ladder({ source: clip, targetFolder })
      await blobs.adopt('streams/bench/1/', targetFolder)
    })
  const measured = await pairs(rounds, ours, () => time(() => byHand(clip, join(folder, 'hand'))))
  const name = `HLS ladder of ${seconds} s of 720p, stored`
  return { name, ...measured, peerName: 'one ffmpeg command', limit: 1.1, unit: 'ms' }
}

const rungs = [
  [720, 1280, 2800],
  [480, 854, 1400],
  [360, 640, 800],
  [240, 426, 400],
] as const

/** As somebody would write it: one command, the same renditions, presets and segments. */
async function byHand(clip: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await mkdir(target)
  const scaled = rungs.map(
    ([height, width], at) => `[v${at}]fps=25,scale=${width}:${height}:flags=bicubic,format=yuv420p[o${at}]`,
  )
  const split = `[0:v]split=${rungs.length}${rungs.map((_, at) => `[v${at}]`).join('')}`
  const video = rungs.flatMap(([, , kilobits], at) => [
    ...['-map', `[o${at}]`, `-maxrate:v:${at}`, `${kilobits}k`, `-bufsize:v:${at}`, `${kilobits * 2}k`],
  ])
  const coded = '-c:v libx264 -preset veryfast -crf 22 -profile:v high -g 100 -keyint_min 100 -sc_threshold 0'
  const sound = '-map 0:a -c:a aac -b:a 128k -ac 2 -ar 48000'
  const hls = '-f hls -hls_time 4 -hls_playlist_type vod -hls_segment_type fmp4 -master_pl_name master.m3u8'
  const streams = [...rungs.map((_, at) => `v:${at},agroup:a`), 'a:0,agroup:a'].join(' ')
  await execute('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', '-i', clip],
    ...['-filter_complex', [split, ...scaled].join(';'), ...video],
    ...`${coded} ${sound} ${hls}`.split(' '),
    ...['-var_stream_map', streams, join(target, '%v', 'index.m3u8')],
  ])
}

/** Seconds of all cores that pass for each second of work, from the queue's first title to its last. */
async function measureQueue(folder: string, clip: string): Promise<Measured> {
  const platform = await startPlatform({
    port: 0,
    dataDir: join(folder, 'data'),
    logLevel: 'silent',
    demoClips: false,
    demoPassword: 'Kinora-bench-1',
  })
  try {
    const api = await signIn(platform.url, 'tenant@demo.kinora.test')
    const ours = async () => {
      const tags = [await upload(api, clip), await upload(api, clip)]
      return idle(() => processAll(api, tags))
    }
    const measured = await pairs(rounds, ours, () => idle(() => byHand(clip, join(folder, 'hand'))))
    return {
      name: 'core seconds for each second of work, two titles',
      ...measured,
      peerName: 'one ffmpeg command',
      limit: 1.11,
      unit: 's ',
      detail: `${availableParallelism()} cores; 1 is all of them busy`,
    }
  } finally {
    await platform.close()
  }
}

type BenchApi = Awaited<ReturnType<typeof signIn>>

async function signIn(baseUrl: string, email: string) {
  let token = ''
  const send = createSend({
    baseUrl,
    fetch,
    tokens: { get: () => (token === '' ? undefined : { token }), set() {}, clear() {} },
  })
  token = (await send(contract.session.login, { email, password: 'Kinora-bench-1' })).token
  return createApi(contract, send)
}

async function upload(api: BenchApi, clip: string): Promise<string> {
  const { tag } = await api.titles.create({ className: 'Bench' })
  const bytes = unlikeOthers(await readFile(clip))
  const totalNumberOfChunks = Math.ceil(bytes.length / CHUNK_SIZE)
  const about = { tag, totalNumberOfChunks, identifier: `bench-${tag}`, fileName: 'clip.mp4' }
  for (let chunkNumber = 1; chunkNumber <= totalNumberOfChunks; chunkNumber += 1) {
    const file = new Blob([bytes.subarray((chunkNumber - 1) * CHUNK_SIZE, chunkNumber * CHUNK_SIZE)])
    await api.uploads.video({ ...about, chunkNumber, totalSize: bytes.length, file })
  }
  return tag
}

/** The same clip with a content of its own, since the same content of one owner is processed only once. */
function unlikeOthers(clip: Uint8Array): Uint8Array<ArrayBuffer> {
  const box = crypto.getRandomValues(new Uint8Array(24))
  new DataView(box.buffer).setUint32(0, box.length)
  box.set(new TextEncoder().encode('free'), 4)
  const bytes = new Uint8Array(clip.length + box.length)
  bytes.set(clip)
  bytes.set(box, clip.length)
  return bytes
}

async function processAll(api: BenchApi, tags: readonly string[]): Promise<void> {
  for (const tag of tags) await api.titles.encodeVideo({ tag })
  for (;;) {
    const { data } = await api.titles.find({ titleTags: [...tags] })
    if (data.some(({ status }) => status === TitleStatus.Error)) throw new Error('processing failed')
    if (data.every(({ status }) => status === TitleStatus.Completed)) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** What passes on all cores while this process and its ended children work one second. */
async function idle(act: () => Promise<void>): Promise<number> {
  const before = await worked()
  const wall = await time(act)
  return ((wall / 1000) * availableParallelism()) / ((await worked()) - before)
}

/** Processor seconds of this process and of all its children that have ended. */
async function worked(): Promise<number> {
  const text = await readFile('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100
}

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Title, TitleStatus } from '@kinora/core'
import type { FaultCase } from '../cases.ts'
import { pointsOf, type Role } from '../pipeline-points.ts'
import type { Media, Rig } from '../rig.ts'
import { newName } from './kills.ts'

/** Lacks nothing but its file, in reach of the demo's tenant, whose sound is levelled. */
export const ready = {
  classDescription: 'Survives everything.',
  classCategoryId: 'pulse-signature',
  classLanguageCode: 'en-GB',
  channelId: 'pulse-house-originals',
  scheduleDate: '2026-11-20T09:00:00',
  equipmentIds: ['equipment-none'],
  focusAreaIds: ['focus-full-body'],
  instructor: 'Nina Vogt',
  intensity: 5,
  skill: 4,
}

async function stored(rig: Rig, role: Role, media: Media): Promise<string> {
  const className = newName(rig, 'Killed').slice(0, 40)
  const { tag } = await rig.api.titles.create({ ...ready, IsAutoPublish: true, className })
  await sendWhole(rig, { tag, role, media })
  return tag
}

/** Sends a file of one chunk for a title. */
export async function sendWhole(
  rig: Rig,
  { tag, role, media }: { tag: string; role: Role; media: Media },
): Promise<void> {
  const bytes = new Uint8Array(readFileSync(media.path))
  const digest = createHash('sha256').update(bytes).digest('hex')
  const chunk = { chunkNumber: 1, totalNumberOfChunks: 1, totalSize: bytes.length, digest }
  const identifier = `killed-${digest.slice(0, 24)}`
  const file = new Blob([bytes])
  await rig.api.uploads[role]({ tag, ...chunk, identifier, fileName: media.name, file })
}

/** One title that meets kill -9 at every point in turn: each start goes on where the one before died. */
async function killedAt(rig: Rig, role: Role, points: readonly string[]): Promise<string> {
  const media = await rig.media(1)
  const tag = await stored(rig, role, media)
  const ask = role === 'video' ? rig.api.titles.encodeVideo : rig.api.titles.encodeTrailer
  const [first, ...rest] = points
  await rig.restart({ KINORA_FAULT_POINT: first! })
  const dead = rig.server.ended()
  await ask({ tag }).catch(() => undefined)
  await dead
  for (const point of rest) await rig.server.startDoomed({ KINORA_FAULT_POINT: point })
  await rig.restart()
  const title = await settled(rig, tag, role)
  await (role === 'video' ? proveVideo(rig, title, media) : proveTrailer(rig, title))
  await proveTidy(rig, tag, role)
  return tag
}

async function settled(rig: Rig, tag: string, role: Role): Promise<Title> {
  for (;;) {
    const { data } = await rig.api.titles.find({ titleTags: [tag] })
    const title = data[0]!
    assert.notEqual(title.status, TitleStatus.Error, title.errorType ?? '')
    const isDone = role === 'video' ? title.streamingLink !== null : title.trailerLinkMobile !== null
    if (isDone && title.jobID === null) return title
    await wait(200)
  }
}

async function proveVideo(rig: Rig, title: Title, media: Media): Promise<void> {
  assert.equal(title.status, TitleStatus.Published, 'it publishes itself')
  assert.equal(title.durationSecond, 1)
  assert.match(title.imageLink ?? '', /^\/media\/images\/[0-9a-f]{64}\.jpg$/)
  assert.equal(await rig.original(title.tag), media.sha256)
  const tenant = title.tenantId ?? ''
  const { streamingLink } = await rig.api.titles.streamingLink({ tenant, tag: title.tag })
  await provePlaylist(new URL(streamingLink, rig.server.url))
}

async function proveTrailer(rig: Rig, title: Title): Promise<void> {
  await provePlaylist(new URL(title.trailerLinkWeb!, rig.server.url))
  const mobile = await fetch(new URL(title.trailerLinkMobile!, rig.server.url))
  assert.ok((await mobile.arrayBuffer()).byteLength > 1000)
}

/** Every playlist and every segment of the ladder is there and holds something. */
async function provePlaylist(address: URL): Promise<void> {
  const master = await text(address)
  const named = [...master.matchAll(/^(?!#)(.+)$|URI="([^"]+)"/gm)].map(([, line, uri]) => line ?? uri!)
  assert.ok(named.length > 1, master)
  for (const name of named) {
    const playlist = new URL(name, address)
    const body = await text(playlist)
    assert.match(body, /#EXT-X-ENDLIST/)
    for (const [, line, uri] of body.matchAll(/^(?!#)(.+)$|URI="([^"]+)"/gm)) {
      const answer = await fetch(new URL((line ?? uri)!, playlist))
      assert.ok(answer.ok && (await answer.arrayBuffer()).byteLength > 100, `${name}: ${line ?? uri}`)
    }
  }
}

async function text(address: URL): Promise<string> {
  const answer = await fetch(address)
  assert.ok(answer.ok, `${address.pathname} answers ${answer.status}`)
  return answer.text()
}

/**
 * One finished folder and no work left lying about. The scratch folder goes right after the end; where the server died just
 * then, with the job, which another server of the same PostgreSQL may take for alive for half a minute.
 */
async function proveTidy(rig: Rig, tag: string, role: Role): Promise<void> {
  const blobs = join(rig.server.dataDir, 'blobs')
  const list = (...path: string[]) => {
    try {
      return readdirSync(join(blobs, ...path))
    } catch {
      return []
    }
  }
  for (let left = 300; left > 0 && list('scratch').length > 0; left -= 1) await wait(200)
  assert.deepEqual(list('scratch'), [], 'scratch')
  assert.deepEqual(list('objects', 'covers'), [], 'covers on their way')
  assert.equal(list('objects', role === 'video' ? 'streams' : 'trailers', tag).length, 1, 'finished folders')
}

const own = { entry: 'faults/pipeline-server.ts' }

const everyPoint = (role: Role, about: string): FaultCase => ({
  name: `${about} server killed -9 at every step of processing a ${role}: ${pointsOf(role).length} times one title`,
  roles: [role],
  own,
  async run(rig) {
    const points = pointsOf(role)
    await killedAt(rig, role, points)
    return { faults: points, resent: 0 }
  },
})

export const pipelineCases: readonly FaultCase[] = [
  everyPoint('video', 'VIDEO-04, VIDEO-05, TITLE-13, TITLE-34'),
  everyPoint('trailer', 'VIDEO-06, VIDEO-09, VIDEO-10'),
]

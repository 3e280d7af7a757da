import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Title } from '@kinora/core'
import type { FaultCase } from '../cases.ts'
import type { CommandRun } from '../processes.ts'
import type { Media, Rig } from '../rig.ts'

interface Size {
  rows: number
  kills: number
  /** One row in so many has a video; a few small files are shared by all of them. */
  videoEvery: number
}

const asked = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)
/** `KINORA_FAULT_ROWS=10000 KINORA_FAULT_KILLS=20` is the size that issue 3 asks for. */
const long: Size = {
  rows: asked('KINORA_FAULT_ROWS', 300),
  kills: asked('KINORA_FAULT_KILLS', 5),
  videoEvery: asked('KINORA_FAULT_VIDEO_EVERY', 1),
}
const short: Size = { rows: 40, kills: 2, videoEvery: 20 }

const header = 'externalId,title,description,instructor,skill,keywords,file'

interface Catalogue {
  path: string
  prefix: string
  /** The file of a row, where it has one. */
  mediaOf(row: number): Media | undefined
}

/** Files that the rows share. */
const FILES = 5

const killedAgainAndAgain = (size: Size, quick: boolean): FaultCase => ({
  roles: ['video'],
  name: `BULK-12 ${size.rows} rows, the command killed -9 ${size.kills} times and resumed: each title once, a result for every row; undo takes them back`,
  quick,
  async run(rig) {
    rig.proxy.begin()
    const catalogue = await writeCatalogue(rig, size)
    const faults: string[] = []
    for (let kill = 1; kill <= size.kills; kill++) {
      const goal = Math.floor(((kill - rig.random.between(0, 90) / 100) * size.rows) / (size.kills + 1))
      if (await runAndKill(rig, catalogue, goal)) faults.push(`kill -9 at about ${goal} rows`)
    }
    const { code, stderr } = await bulk(rig, 'run', catalogue.path, '--yes').done
    assert.equal(code, 0, stderr.slice(-2000))
    await proveOnce(rig, catalogue, size.rows)
    await proveUndo(rig, catalogue, size.rows)
    return { faults, resent: 0 }
  },
})

const bulk = (rig: Rig, ...args: string[]): CommandRun => rig.command(['titles', 'bulk', ...args])

async function writeCatalogue(rig: Rig, { rows, videoEvery }: Size): Promise<Catalogue> {
  const prefix = `bulk${rig.random.between(1, 1e9)}-`
  const shared: Media[] = []
  for (let file = 0; file < FILES; file++) shared.push(await rig.media(1))
  const mediaOf = (row: number) => (row % videoEvery === 0 ? shared[(row / videoEvery) % FILES] : undefined)
  const lines = Array.from({ length: rows }, (_, index) => {
    const file = mediaOf(index)?.name ?? ''
    return `${prefix}${index},Class ${index},"Number ${index}, ""gentle""",Ada,${(index % 10) + 1},a;b,${file}`
  })
  const path = join(rig.folder, `${prefix}catalogue.csv`)
  writeFileSync(path, `${[header, ...lines].join('\r\n')}\r\n`)
  return { path, prefix, mediaOf }
}

/** Kills the command once so many titles are there; false where it came to its end before. */
async function runAndKill(rig: Rig, { path, prefix }: Catalogue, goal: number): Promise<boolean> {
  const run = bulk(rig, 'run', path, '--yes')
  let ended = false
  void run.done.then(() => {
    ended = true
  })
  while (!ended && !(await isThere(rig, `${prefix}${Math.max(0, goal)}`))) await wait(200)
  await wait(rig.random.between(0, 150))
  return (await run.kill()).code === null
}

async function isThere(rig: Rig, externalId: string): Promise<boolean> {
  const { data } = await rig.api.titles.search({ externalId: [externalId] })
  return data.length > 0
}

/** Every title of the catalogue there is: page by page, so that a double cannot hide. */
async function titlesOf(rig: Rig, prefix: string): Promise<Title[]> {
  const found: Title[] = []
  for (let page = 1; ; page++) {
    const { data } = await rig.api.titles.search({ page, take: 500, sort: 'name', dir: 'asc' })
    found.push(...data.filter(title => title.externalId?.startsWith(prefix)))
    if (data.length < 500) return found
  }
}

/** One title for each row, each with a result, and what is stored for it are the bytes of its file. */
async function proveOnce(rig: Rig, catalogue: Catalogue, rows: number): Promise<void> {
  const { path, prefix, mediaOf } = catalogue
  const titles = await titlesOf(rig, prefix)
  assert.equal(titles.length, rows)
  assert.equal(new Set(titles.map(title => title.externalId)).size, rows)
  const { stdout } = await bulk(rig, 'results', path, '--json', 'externalId,tag,state').done
  const results = JSON.parse(stdout) as { externalId: string; tag: string; state: string }[]
  assert.equal(results.length, rows)
  const known = new Map(titles.map(title => [title.externalId, title]))
  const stored = await rig.storedFiles()
  for (const { externalId, tag, state } of results) {
    const title = known.get(externalId)!
    const media = mediaOf(Number(externalId.slice(prefix.length)))
    assert.equal(tag, title.tag)
    assert.equal(state, media === undefined ? 'saved' : 'completed', externalId)
    assert.equal(title.fileDigest, media?.digest ?? null, externalId)
    assert.deepEqual(stored.get(tag) ?? [], media === undefined ? [] : [media.sha256], externalId)
    assert.equal(title.streamingLink !== null, media !== undefined, externalId)
  }
}

async function proveUndo(rig: Rig, { path, prefix }: Catalogue, rows: number): Promise<void> {
  const [changed] = (await rig.api.titles.search({ externalId: [`${prefix}1`] })).data
  await rig.api.titles.update({ tag: changed!.tag, instructor: 'Somebody else' })
  const { code, stdout, stderr } = await bulk(rig, 'undo', path, '--yes', '--json', 'externalId,action,why')
    .done
  assert.equal(code, 0, stderr)
  const undone = JSON.parse(stdout) as { externalId: string; action: string; why: string }[]
  const kept = undone.filter(({ action }) => action !== 'deleted')
  assert.equal(undone.length, rows)
  assert.deepEqual(
    kept.map(({ externalId }) => externalId),
    [`${prefix}1`],
  )
  assert.match(kept[0]!.why, /Edited since/)
  assert.equal((await titlesOf(rig, prefix)).length, 1)
}

export const bulkCases: readonly FaultCase[] = [
  killedAgainAndAgain(short, true),
  killedAgainAndAgain(long, false),
]

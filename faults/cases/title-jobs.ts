import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { TitleJob } from '@kinora/core'
import type { FaultCase } from '../cases.ts'
import type { Rig } from '../rig.ts'

const TITLES = Number(process.env.KINORA_FAULT_JOB_TITLES ?? 5000)
const KILLS = 3
/** Titles that are made at the same time. */
const AT_ONCE = 25

/** Kills the server while the job runs, each time some way further on, and gives what the job came to. */
async function killedToItsEnd(rig: Rig, jobId: string, faults: string[]): Promise<TitleJob> {
  const jobs = () => rig.api['title-jobs'].view({ jobId })
  for (let kill = 1; kill <= KILLS; kill++) {
    const goal = Math.floor(((kill - rig.random.between(0, 90) / 100) * TITLES) / (KILLS + 1))
    let job = await jobs()
    while (job.status === 'Running' && job.counts.done < goal) {
      await wait(20)
      job = await jobs()
    }
    if (job.status !== 'Running') break
    await wait(rig.random.between(0, 30))
    await rig.restart()
    faults.push(`kill -9 of the server at about ${goal} titles`)
  }
  for (;;) {
    const job = await jobs()
    if (job.status !== 'Running') return job
    await wait(200)
  }
}

async function make(rig: Rig, word: string): Promise<void> {
  // Signs in once, before many calls would do so at the same time.
  await rig.api.titles.search({ take: 1 })
  for (let nth = 0; nth < TITLES; nth += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, TITLES - nth) }, (_, at) =>
        rig.api.titles.create({
          className: `${word} ${nth + at}`,
          skill: 1 + ((nth + at) % 9),
          labelIds: at % 2 === 0 ? [] : ['label-express'],
        }),
      ),
    )
}

/** Every title of the catalogue, all but what an edit counts and stamps. */
async function contentsOf(rig: Rig, word: string) {
  const { data } = await rig.api.titles.search({ query: word, take: -1, sort: 'createdDate', dir: 'asc' })
  return {
    versions: new Set(data.map(({ version }) => version)),
    rows: new Map(data.map(({ version: _, updatedDate: __, ...row }) => [row.tag, row])),
  }
}

export const titleJobCases: readonly FaultCase[] = [
  {
    roles: ['video'],
    own: {},
    name: `TITLE-26 ${TITLES} titles edited in bulk, the server killed -9 ${KILLS} times in it and ${KILLS} times in its undo: each title once, then all as before but one that somebody else has changed`,
    async run(rig) {
      const word = `bulkjob${rig.random.between(1, 1e9)}`
      await make(rig, word)
      const before = await contentsOf(rig, word)
      assert.equal(before.rows.size, TITLES)
      const edit = { skill: 10, labelIds: { how: 'add' as const, values: ['label-beginner'] } }
      const act = { act: 'edit' as const, edit, filter: { query: word }, expected: TITLES }
      const faults: string[] = []
      const { jobId } = await rig.api['title-jobs'].create(act)
      const edited = await killedToItsEnd(rig, jobId, faults)
      assert.deepEqual([edited.status, edited.counts.done], ['Done', TITLES])
      const after = await contentsOf(rig, word)
      // A title that was edited twice has another version.
      assert.deepEqual(after.versions, new Set([2]))
      for (const row of after.rows.values())
        assert.ok(row.skill === 10 && row.labelIds.includes('label-beginner'))

      const [own] = before.rows.keys()
      await rig.api.titles.update({ tag: own!, instructor: 'Somebody else' })
      const undo = await rig.api['title-jobs'].undo({ jobId })
      const undone = await killedToItsEnd(rig, undo.jobId, faults)
      assert.deepEqual([undone.status, undone.counts.done], ['Done', TITLES - 1])
      const end = await contentsOf(rig, word)
      assert.equal(end.rows.get(own!)!.instructor, 'Somebody else')
      for (const rows of [before.rows, end.rows]) rows.delete(own!)
      assert.deepEqual(end.rows, before.rows)
      return { faults, resent: 0 }
    },
  },
]

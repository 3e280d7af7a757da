import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { en } from '@kinora/core'
import { memberColumns } from '@kinora/core/bulk'
import { run } from '../../packages/server/test/titles/many.ts'
import type { FaultCase } from '../cases.ts'
import type { Rig } from '../rig.ts'
import { fill, freeDisk, onSmallDisk } from '../small-disk.ts'
import { inDatabase } from '../stored.ts'

const MEMBERS = Number(process.env.KINORA_FAULT_MEMBERS ?? 100_000)
const KILLS = 3
const tenantId = 'pulsehouse'

/** One in ten rows is wrong; one in ten is a second subscription of the member before it. */
function toFile(): { file: File; bad: number; members: number } {
  const lines = [memberColumns.join(',')]
  let bad = 0
  for (let nth = 0; nth < MEMBERS; nth += 1) {
    const isBad = nth % 10 === 9
    const who = nth % 10 === 8 ? nth - 1 : nth
    if (isBad) bad += 1
    const title = who === nth ? 'Premium' : 'Extra'
    const email = isBad ? 'none' : `k${who}@site.example`
    lines.push(`k-${who},Member ${who},${email},${title},p-1,monthly,active,2026-01-01,`)
  }
  const name = 'kills.csv'
  return { file: new File([lines.join('\n')], name), bad, members: Math.ceil(MEMBERS * 0.8) }
}

/** Kills the server while an import runs, each time some way further on, and gives what it came to. */
async function killedToItsEnd(rig: Rig, fileId: string, faults: string[]) {
  const view = () => rig.api['member-imports'].fetch({ tenantId, fileId })
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.floor((kill * MEMBERS) / (KILLS + 2))
    let found = await view()
    while (found.status === 'Processing' && found.doneUsers + found.failedUsers < goal) {
      await wait(10)
      found = await view()
    }
    if (found.status !== 'Processing') break
    await wait(rig.random.between(0, 60))
    await rig.restart()
    faults.push(`kill -9 of the server at about ${goal} rows`)
  }
  for (;;) {
    const found = await view()
    if (found.status !== 'Processing' && !found.isFinishing) return found
    await wait(200)
  }
}

/** What is left of the disk; the platform keeps 64 MiB of it, and the rows take more than the rest. */
const ROOM = 90_000_000
const FULL_ROWS = 60_000

const fullDisk: FaultCase = {
  roles: ['video'],
  database: 'pglite',
  name: `USER-11, ERR-01 the disk of the database fills up while ${FULL_ROWS} members are imported: the import rests and says why, then goes on to its end with the same command; nothing is lost or doubled`,
  ...onSmallDisk('database'),
  async run(rig) {
    const imports = rig.api['member-imports']
    const row = (nth: number) =>
      `f-${nth},Member ${nth},f${nth}@site.example,Premium,p-1,monthly,active,2026-01-01,`
    const lines = [memberColumns.join(','), ...Array.from({ length: FULL_ROWS }, (_, nth) => row(nth))]
    const { fileId } = await imports.upload({ tenantId, file: new File([lines.join('\n')], 'full.csv') })
    fill(rig, 'database', ROOM)
    const rested = await rig.command(['members', 'process', fileId]).done
    assert.equal(rested.code, 6, rested.stderr)
    assert.match(rested.stderr, new RegExp(`${en['error.507']}[^]*kinora members process ${fileId}`))
    const { doneUsers } = await imports.fetch({ tenantId, fileId })
    assert.ok(doneUsers < FULL_ROWS, 'the disk was full before the end')
    freeDisk(rig, 'database')
    const ended = await rig.command(['members', 'process', fileId]).done
    assert.equal(ended.code, 0, ended.stderr)
    const found = await rig.api.members.list({ tenantId, searchTerm: 'f-', take: 1 })
    assert.equal(found.totalRecords, FULL_ROWS)
    return { faults: ['disk of the database full'], resent: 0, measured: `full after ${doneUsers} rows` }
  },
}

export const memberCases: readonly FaultCase[] = [
  fullDisk,
  {
    roles: ['video'],
    own: {},
    name: `USER-11 an import of ${MEMBERS} members, the server killed -9 ${KILLS} times in it, then run again: every row once, every member and subscription once, and nothing new the second time`,
    async run(rig) {
      const { file, bad, members } = toFile()
      const faults: string[] = []
      const imports = rig.api['member-imports']
      const begin = async () => {
        const { fileId } = await imports.upload({ tenantId, file })
        await imports.process({ tenantId, fileId })
        return fileId
      }
      const counts = (fileId: string) =>
        inDatabase(rig, async db => {
          const one = async (statement: string) => (await run<{ count: number }>(db, statement))[0]!.count
          return {
            members: await one(
              `SELECT count(*)::int AS count FROM members WHERE external_user_id LIKE 'k-%'`,
            ),
            items: await one(
              `SELECT count(*)::int AS count FROM member_subscriptions s JOIN members m USING (user_id) WHERE external_user_id LIKE 'k-%'`,
            ),
            rows: await one(
              `SELECT count(*)::int AS count FROM member_import_rows WHERE batch_id = '${fileId}'`,
            ),
            added: await one(
              `SELECT count(*)::int AS count FROM member_import_rows WHERE batch_id = '${fileId}' AND state = 'added'`,
            ),
          }
        })
      const first = await begin()
      const ended = await killedToItsEnd(rig, first, faults)
      assert.deepEqual([ended.status, ended.doneUsers, ended.failedUsers], ['Complete', MEMBERS - bad, bad])
      const stored = { members, items: MEMBERS - bad, rows: MEMBERS }
      assert.deepEqual(await counts(first), { ...stored, added: members })
      const second = await begin()
      const again = await killedToItsEnd(rig, second, faults)
      assert.equal(again.status, 'Complete')
      assert.deepEqual(await counts(second), { ...stored, added: 0 })
      return { faults, resent: 0 }
    },
  },
]

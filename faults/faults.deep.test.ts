import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cases } from './cases.ts'
import { createRandom } from './random.ts'
import { openRig, type Rig } from './rig.ts'
import { runCase } from './run.ts'

/** The short form of `npm run test:faults`: one seed, the quickest cases. */
const seed = 20_261_120
const quick = cases.filter(each => each.quick && each.database !== 'postgres')

describe('UPLOAD-04, UPLOAD-06, UPLOAD-08, UPLOAD-16, UPLOAD-25, UPLOAD-28, UPLOAD-29, UPLOAD-30, SESS-10, SESS-11 nothing is lost', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await openRig({ random: createRandom(seed) })
  })
  afterAll(() => rig?.close())

  test.each(quick.map(each => [each.name, each] as const))('%s', async (_, each) => {
    const { failure } = await runCase(each, async () => rig, seed)
    expect(failure).toBeUndefined()
  })
})

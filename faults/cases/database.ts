import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { en, isKinoraError, TitleStatus, toTrailerState } from '@kinora/core'
import { hasHaproxy } from '../../packages/server/test/haproxy.ts'
import type { FaultCase } from '../cases.ts'
import { type Injected, isProcessed, prove, theTitle } from '../proof.ts'
import type { Media, Rig } from '../rig.ts'
import { finish, goesOnThrough, newName, paced, uploadArgs } from './kills.ts'

const postgresOf = (rig: Rig): NonNullable<Rig['cluster']> => {
  assert.ok(rig.cluster, 'this case needs a PostgreSQL server')
  return rig.cluster
}

/** Away for a moment, as after a crash. */
async function crash(rig: Rig): Promise<void> {
  await postgresOf(rig).kill()
  await wait(rig.random.between(0, 1500))
  await postgresOf(rig).start()
}

const inMidUpload = (how: string, act: (rig: Rig) => Promise<void>): FaultCase => ({
  name: `UPLOAD-08, UPLOAD-29 PostgreSQL ${how} at random moments of an upload; the command goes on by itself`,
  database: 'postgres',
  run: rig => goesOnThrough(rig, { about: 'Database', fault: `PostgreSQL ${how}`, act: () => act(rig) }),
})

const gone: FaultCase = {
  name: 'ERR-06, UPLOAD-13 PostgreSQL gone: calls are answered with 503 and words, and again as soon as it is back; what was confirmed is there',
  database: 'postgres',
  async run(rig) {
    const media = await rig.media(2)
    const name = newName(rig, 'Database gone')
    rig.proxy.begin()
    await finish(rig, uploadArgs(media, name, rig.role))
    await postgresOf(rig).kill()
    const refused = await refusal(rig)
    assert.ok(isKinoraError(refused), `${refused}`)
    assert.deepEqual([refused.status, refused.detail], [503, en['error.503']])
    await postgresOf(rig).start()
    await rig.api.titles.search({})
    return prove(rig, name, media, ['PostgreSQL killed -9'])
  },
}

/** Processes of a PostgreSQL that was killed may answer a moment longer. */
async function refusal(rig: Rig): Promise<unknown> {
  for (let look = 0; look < 50; look += 1) {
    try {
      await rig.api.titles.search({})
    } catch (error) {
      return error
    }
    await wait(100)
  }
  return undefined
}

const processed: FaultCase = {
  name: 'VIDEO-01, TITLE-20 PostgreSQL killed -9 while a title is processed: the job is taken up again, the title is Completed',
  database: 'postgres',
  async run(rig) {
    const media = await rig.media(1)
    const name = newName(rig, 'Database and job')
    rig.proxy.begin()
    await finish(rig, uploadArgs(media, name, rig.role))
    await wait(rig.random.between(0, 1500))
    await crash(rig)
    return proveEnd(rig, name, media, ['PostgreSQL killed -9'])
  },
}

/** Processes a title to its end, and proves what is stored. */
async function proveEnd(rig: Rig, name: string, media: Media, faults: string[]): Promise<Injected> {
  const { tag } = await theTitle(rig, name)
  for (let look = 0; look < 480; look += 1) {
    const { data } = await rig.api.titles.find({ titleTags: [tag] })
    const title = data[0]!
    const isDone = rig.role === 'trailer' ? toTrailerState(title) === 'completed' : isProcessed(title)
    if (isDone) return prove(rig, name, media, faults)
    assert.notEqual(title.status, TitleStatus.Error, `${title.errorType}`)
    assert.notEqual(title.trailerStatus, TitleStatus.Error, `${title.trailerErrorType}`)
    await wait(250)
  }
  throw new Error('the title was not processed to its end')
}

const failOver: FaultCase = {
  name: 'OPS-06, UPLOAD-08 the primary of PostgreSQL is lost in mid-upload and its standby promoted: the command goes on by itself, what was confirmed is there, the title is Completed',
  database: 'postgres',
  own: { hasStandby: true },
  absent: () => (hasHaproxy ? undefined : 'HAProxy isn’t installed'),
  async run(rig) {
    const media = await rig.media(6)
    const name = newName(rig, 'Failed over')
    rig.proxy.begin(paced)
    const arrival = rig.proxy.arrived(rig.random.between(1, media.chunks - 1))
    const run = rig.command(uploadArgs(media, name, rig.role))
    await arrival
    await wait(rig.random.between(0, 60))
    await rig.failOver?.()
    const { code, stderr } = await run.done
    assert.equal(code, 0, stderr)
    return proveEnd(rig, name, media, ['the primary killed -9 for good'])
  },
}

export const databaseCases: readonly FaultCase[] = [
  inMidUpload('killed -9', crash),
  inMidUpload('restarted by its administrator', rig => postgresOf(rig).restart()),
  gone,
  processed,
  failOver,
]

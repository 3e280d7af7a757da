import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { EventType, newEvent, VideoStatus } from '@kinora/core'
import type { FaultCase } from '../cases.ts'
import { proveThrift } from '../proof.ts'
import type { Exchange, Fault } from '../proxy.ts'
import { lastWords, type Media, type Rig } from '../rig.ts'
import { newName, paced } from './kills.ts'

const tenantId = 'pulsehouse'

async function newSimulated(rig: Rig, about: string): Promise<string> {
  const schedule = { type: 1 as const, weekdays: [2], daily_time: '12:15' }
  const draft = { ...newEvent, title: newName(rig, about), type: EventType.Simulated, schedule }
  return (await rig.api.events.create({ tenantId, ...draft })).eventId
}

const upload = (rig: Rig, id: string, { path }: Media, ...more: string[]) =>
  rig.command(['schedule', 'upload', id, path, '--no-wait', ...more])

/** The event names the file, the platform has its digest, and the stored bytes are the source's. */
async function proveEvent(rig: Rig, id: string, media: Media): Promise<void> {
  const state = await rig.api.events.uploadState({ tag: id })
  assert.equal(state?.complete ?? true, true, 'the video is whole')
  const { file } = await rig.api.events.watch({ eventId: id })
  assert.equal(file?.fileName, media.name)
  assert.notEqual(file?.videoStatus, VideoStatus.Failed, 'the video after an upload')
  assert.deepEqual([...new Set(await rig.stored(id))], [media.sha256], 'the stored bytes')
}

/** So slow that a command is still sending whenever it is killed. */
const slow: Fault = async (_, { forward, answer }) => {
  const whole = await forward()
  await wait(250)
  answer(whole)
}
const slowed = ({ chunk }: Exchange) => (chunk === undefined ? undefined : slow)

const commandKilled: FaultCase = {
  roles: ['video'],
  name: 'EVENT-32, UPLOAD-04, SESS-12 an event’s video: the command killed -9 in mid-upload, how far it is and how to go on are shown, another file is refused, the same command goes on',
  async run(rig) {
    const [media, other] = [await rig.media(7), await rig.media(7)]
    const id = await newSimulated(rig, 'Killed event')
    rig.proxy.begin(slowed)
    const moments = [rig.random.between(2, 3), rig.random.between(4, 6)]
    for (const chunk of moments) {
      const run = upload(rig, id, media)
      await rig.proxy.arrived(chunk)
      await wait(rig.random.between(0, 60))
      assert.equal((await run.kill()).code, null, 'the command is killed before it has ended')
    }
    await wait(500)
    const shown = await rig.command(['schedule', 'show', id]).done
    assert.match(shown.stdout, new RegExp(`upload\\t\\d of 7 chunks of ${media.name}, \\d+%`))
    assert.match(shown.stdout, new RegExp(`resume with\\tkinora schedule upload ${id} ${media.name}`))
    const refused = await upload(rig, id, other).done
    assert.equal(refused.code, 7, refused.stderr)
    assert.match(lastWords(refused), /This is a different file from the one you started with/)
    const done = await upload(rig, id, media).done
    assert.equal(done.code, 0, done.stderr)
    await proveEvent(rig, id, media)
    return proveThrift(
      rig,
      media,
      moments.map(() => 'kill -9 of the command'),
    )
  },
}

const lineAndServer: FaultCase = {
  roles: ['video'],
  name: 'EVENT-32, UPLOAD-29, UPLOAD-23 an event’s video: an answer swallowed, the server killed -9: the command goes on by itself; deleted meanwhile, it ends with what there is',
  async run(rig) {
    const media = await rig.media(6)
    const id = await newSimulated(rig, 'Killed server, event')
    const swallowed: Fault = async (_, { forward, reset }) => {
      await forward()
      reset()
    }
    rig.proxy.begin(exchange => (exchange.chunk === 2 && exchange.times === 1 ? swallowed : paced(exchange)))
    const run = upload(rig, id, media)
    await rig.proxy.arrived(rig.random.between(4, media.chunks))
    await wait(rig.random.between(0, 60))
    await rig.restart()
    const { code, stderr } = await run.done
    assert.equal(code, 0, stderr)
    await proveEvent(rig, id, media)
    const injected = proveThrift(rig, media, ['answer swallowed', 'kill -9 of the server'])

    const gone = await newSimulated(rig, 'Deleted event')
    rig.proxy.begin(slowed)
    const doomed = upload(rig, gone, media)
    await rig.proxy.arrived(2)
    await rig.api.events.remove({ ids: [gone] })
    const ended = await doomed.done
    // A chunk that was under way while the event went is told that its upload is cancelled.
    assert.ok(ended.code === 3 || ended.code === 7, ended.stderr)
    if (ended.code === 7) assert.match(ended.stderr, /Upload cancelled/)
    assert.match(lastWords(ended), /kinora schedule list/)
    return injected
  },
}

export const eventVideoCases: readonly FaultCase[] = [commandKilled, lineAndServer]

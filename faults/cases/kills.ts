import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { FaultCase } from '../cases.ts'
import { type Injected, prove } from '../proof.ts'
import type { Exchange, Fault } from '../proxy.ts'
import type { Media, Rig, UploadRole } from '../rig.ts'

/** A little room between chunks, so that a kill meets every moment of one. */
const pace: Fault = async (_, { forward, answer }) => {
  const whole = await forward()
  await wait(40)
  answer(whole)
}
export const paced = ({ chunk }: Exchange): Fault | undefined => (chunk === undefined ? undefined : pace)

/** So slow that a command is still sending at any moment within its first second. */
const slow: Fault = async (exchange, hands) => {
  await wait(160)
  await pace(exchange, hands)
}
const slowed = ({ chunk }: Exchange): Fault | undefined => (chunk === undefined ? undefined : slow)

export const trailerFlag = ({ role }: Pick<Rig, 'role'>): string[] =>
  role === 'trailer' ? ['--trailer'] : []

export const uploadArgs = (media: Media, name: string, role: UploadRole = 'video'): string[] => [
  ...['titles', 'upload', media.path, '--title', name, '--no-wait'],
  ...trailerFlag({ role }),
]

/** A name for the title of a case that no other case and round has. */
export const newName = (rig: Rig, about: string): string => `${about} ${rig.random.between(1, 1e9)}`

/** Runs the upload to its end and expects that it ends well. */
export async function finish(rig: Rig, args: string[], env?: Record<string, string>): Promise<void> {
  const { code, stderr } = await rig.command(args, env).done
  assert.equal(code, 0, stderr)
}

const commandKilled: FaultCase = {
  name: 'UPLOAD-04, UPLOAD-06, SESS-10 command line killed -9 at random moments, then repeated',
  quick: true,
  async run(rig) {
    const media = await rig.media(10)
    const name = newName(rig, 'Killed command')
    const faults: string[] = []
    rig.proxy.begin(slowed)
    const further = () => Math.max(0, ...rig.proxy.arrivals.map(({ chunk }) => chunk ?? 0)) + 1
    const moments = [
      () => wait(rig.random.between(0, 900)),
      () => rig.proxy.arrived(further()).then(() => wait(rig.random.between(0, 60))),
      () => wait(rig.random.between(300, 900)),
    ]
    for (const moment of moments) {
      const run = rig.command(uploadArgs(media, name, rig.role))
      await Promise.race([moment(), run.done])
      const { code } = await run.kill()
      // What has ended by itself has made the title; the same command would make another one.
      assert.equal(code, null, 'the command is killed before it has ended')
      faults.push('kill -9 of the command')
    }
    await finish(rig, uploadArgs(media, name, rig.role))
    return prove(rig, name, media, faults)
  },
}

/** Something happens at two random moments of an upload; the command goes on by itself. */
export async function goesOnThrough(
  rig: Rig,
  { about, fault, act }: { about: string; fault: string; act: () => Promise<void> },
): Promise<Injected> {
  const media = await rig.media(6)
  const name = newName(rig, about)
  const moments = [rig.random.between(1, 2), rig.random.between(4, media.chunks)] as const
  // Where the platform goes on without what was killed, the second moment waits for the first.
  let acted = Promise.resolve()
  const held: Fault = async (exchange, hands) => {
    await acted
    await pace(exchange, hands)
  }
  rig.proxy.begin(exchange => (exchange.chunk === moments[1] ? held : paced(exchange)))
  const arrivals = moments.map(chunk => rig.proxy.arrived(chunk))
  const run = rig.command(uploadArgs(media, name, rig.role))
  for (const arrival of arrivals) {
    await arrival
    await acted
    await wait(rig.random.between(0, 60))
    acted = act()
    // It is waited for below.
    acted.catch(() => undefined)
  }
  await acted
  const { code, stderr } = await run.done
  assert.equal(code, 0, stderr)
  const faults = moments.map(() => fault)
  return prove(rig, name, media, faults)
}

const serverKilled: FaultCase = {
  name: 'UPLOAD-08, UPLOAD-28, UPLOAD-29 server killed -9 at random moments and started again; the command goes on by itself',
  run: rig =>
    goesOnThrough(rig, { about: 'Killed server', fault: 'kill -9 of the server', act: () => rig.restart() }),
}

/** Restarts the server once, after it has done what was asked, its answer swallowed, or while it takes it. */
export function killAtAnswer(rig: Rig, isTaken: boolean) {
  let restarted: Promise<void> | undefined
  const fault: Fault = async (_, { forward, reset }) => {
    const answered = forward().catch(() => undefined)
    await (isTaken ? answered : wait(rig.random.between(0, 25)))
    restarted = rig.restart()
    reset()
  }
  return { fault, restarted: () => restarted }
}

const betweenWriteAndAnswer = (written: boolean): FaultCase => ({
  name: `UPLOAD-29, API-21 server killed -9 ${written ? 'after writing a chunk, its answer swallowed' : 'while it takes a chunk'}`,
  quick: written,
  async run(rig) {
    const media = await rig.media(4)
    const name = newName(rig, 'Unanswered')
    const chunk = rig.random.between(1, media.chunks)
    const { fault, restarted } = killAtAnswer(rig, written)
    rig.proxy.begin(exchange => (exchange.chunk === chunk && exchange.times === 1 ? fault : undefined))
    const { code, stderr } = await rig.command(uploadArgs(media, name, rig.role)).done
    await restarted()
    assert.equal(code, 0, stderr)
    return prove(rig, name, media, [`kill -9 at chunk ${chunk} of ${media.chunks}`])
  },
})

const gone: FaultCase = {
  name: 'UPLOAD-04, ERR-06 server gone before the first byte: exit code 5, the words say so, the same command goes on',
  async run(rig) {
    const media = await rig.media(2)
    const name = newName(rig, 'Nobody there')
    await rig.server.kill()
    rig.proxy.begin()
    const { code, stderr } = await rig.command(uploadArgs(media, name, rig.role)).done
    assert.equal(code, 5, stderr)
    assert.match(stderr, /kinora doctor/)
    await rig.restart()
    await finish(rig, uploadArgs(media, name, rig.role))
    return prove(rig, name, media, ['server gone'])
  },
}

export const killCases: readonly FaultCase[] = [
  commandKilled,
  serverKilled,
  betweenWriteAndAnswer(true),
  betweenWriteAndAnswer(false),
  gone,
]

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FaultCase } from '../cases.ts'
import { prove, proveProcessed, theTitle } from '../proof.ts'
import { type Fault, faults } from '../proxy.ts'
import { lastWords, type Rig } from '../rig.ts'
import { fillDisk, freeDisk, onSmallDisk } from '../small-disk.ts'
import { finish, newName, paced, trailerFlag, uploadArgs } from './kills.ts'

export const short = { KINORA_ACCESS_TOKEN_SECONDS: '5' }
/** Longer than a short token lives. */
export const slow: Fault = async (_, { forward, answer }) => {
  const whole = await forward()
  await wait(6000)
  answer(whole)
}

const expired: FaultCase = {
  name: 'AUTH-13, UPLOAD-24 the access token runs out in mid-upload and is renewed underneath',
  async run(rig) {
    await rig.restart(short)
    await rig.signIn()
    const media = await rig.media(4)
    const name = newName(rig, 'Expired')
    const at = rig.random.between(1, 3)
    rig.proxy.begin(({ chunk }) => (chunk === at ? slow : undefined))
    try {
      await finish(rig, uploadArgs(media, name, rig.role))
      return await prove(rig, name, media, ['access token expired'])
    } finally {
      await rig.restart()
    }
  },
}

/** The tokens that the command line keeps. */
function refreshTokenOf(rig: Rig): string {
  const tokens = JSON.parse(readFileSync(join(rig.folder, 'home/tokens.json'), 'utf8')) as Record<
    string,
    { refreshToken: string }
  >
  return tokens[rig.proxy.url]!.refreshToken
}

const revoked: FaultCase = {
  name: 'AUTH-20, UPLOAD-13 the sign-in is revoked in mid-upload: exit code 4 says to sign in, then the same command goes on',
  async run(rig) {
    await rig.restart(short)
    await rig.signIn()
    const media = await rig.media(4)
    const name = newName(rig, 'Revoked')
    const revoke: Fault = async (exchange, hands) => {
      await rig.api.session.logout({ refreshToken: refreshTokenOf(rig) })
      await slow(exchange, hands)
    }
    rig.proxy.begin(({ chunk }) => (chunk === 2 ? revoke : undefined))
    const outcome = await rig.command(uploadArgs(media, name, rig.role)).done
    assert.equal(outcome.code, 4, outcome.stderr)
    assert.match(lastWords(outcome), /kinora login/)
    rig.proxy.plan = undefined
    await rig.restart()
    await rig.signIn()
    await finish(rig, uploadArgs(media, name, rig.role))
    return prove(rig, name, media, ['sign-in revoked'])
  },
}

const full: FaultCase = {
  name: 'ERR-01, UPLOAD-13 the disk of the server fills up in mid-upload: the words say so, then the same command goes on',
  ...onSmallDisk(),
  async run(rig) {
    const media = await rig.media(5)
    const name = newName(rig, 'Disk full')
    rig.proxy.begin(({ chunk, times }) => (chunk === 3 && times === 1 ? fillDisk(rig) : undefined))
    const outcome = await rig.command(uploadArgs(media, name, rig.role)).done
    assert.equal(outcome.code, 1, outcome.stderr)
    assert.match(lastWords(outcome), /space/i)
    freeDisk(rig)
    await finish(rig, uploadArgs(media, name, rig.role))
    return prove(rig, name, media, ['disk full'])
  },
}

const jump: FaultCase = {
  name: 'UPLOAD-08, AUTH-13 the clocks of server and command jump by hours, forth and back, in mid-upload',
  async run(rig) {
    const offset = join(rig.folder, 'clock')
    writeFileSync(offset, '0')
    const env = {
      NODE_OPTIONS: `--import=${join(import.meta.dirname, '../clock.mjs')}`,
      FAULTS_CLOCK: offset,
    }
    await rig.restart(env)
    const media = await rig.media(5)
    const name = newName(rig, 'Clock')
    const hours = rig.random.between(1, 48)
    rig.proxy.begin(({ chunk, times }) => {
      if (chunk === 2) writeFileSync(offset, String(hours * 3_600_000))
      if (chunk === 4 && times === 1) {
        writeFileSync(offset, String(-hours * 3_600_000))
        return faults['answer swallowed']
      }
      return undefined
    })
    await finish(rig, uploadArgs(media, name, rig.role), env)
    writeFileSync(offset, '0')
    await rig.restart()
    await rig.signIn()
    return prove(rig, name, media, [`clock ${hours} h ahead`, `clock ${hours} h behind`, 'answer swallowed'])
  },
}

const replaced: FaultCase = {
  name: 'UPLOAD-30, UPLOAD-29 a chunk of a replaced upload comes late: the new file is not displaced',
  quick: true,
  async run(rig) {
    const [first, second] = [await rig.media(4), await rig.media(4)]
    const name = newName(rig, 'Replaced')
    let arrive: (() => Promise<unknown>) | undefined
    const keep: Fault = async (_, { forward, reset }) => {
      arrive = () => forward()
      reset()
    }
    rig.proxy.begin(({ chunk }) => (chunk === 3 && arrive === undefined ? keep : undefined))
    const run = rig.command(uploadArgs(first, name, rig.role))
    await rig.proxy.arrived(3)
    await run.kill()
    const { tag } = await theTitle(rig, name)
    rig.proxy.begin(({ chunk }) => {
      if (chunk !== 3 || arrive === undefined) return undefined
      const late = arrive
      arrive = undefined
      return async (_, { forward, answer }) => {
        await late()
        answer(await forward())
      }
    })
    await finish(rig, [
      ...['titles', 'upload', second.path, '--tag', tag, '--replace', '--no-wait'],
      ...trailerFlag(rig),
    ])
    assert.equal(arrive, undefined, 'the late chunk was delivered')
    return prove(rig, name, second, ['late chunk of another upload'])
  },
}

const processed: FaultCase = {
  name: 'UPLOAD-07, VIDEO-01, TITLE-20 server killed -9 while the title is processed: the command waits on, the title is Completed',
  async run(rig) {
    const media = await rig.media(1)
    const name = newName(rig, 'Processed')
    rig.proxy.begin(paced)
    const run = rig.command(['titles', 'upload', media.path, '--title', name, ...trailerFlag(rig)])
    await rig.proxy.arrived(1)
    await wait(rig.random.between(300, 1500))
    await rig.restart()
    const { code, stderr } = await run.done
    assert.equal(code, 0, stderr)
    proveProcessed(rig, await theTitle(rig, name))
    return prove(rig, name, media, ['kill -9 of the server'])
  },
}

export const surroundingCases: readonly FaultCase[] = [expired, revoked, full, jump, replaced, processed]

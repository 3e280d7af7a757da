import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { en } from '@kinora/core'
import { newProfile, proveByItself, unhurried } from '../browsing.ts'
import type { FaultCase } from '../cases.ts'
import { drop, fileInput, openBrowser } from '../chromium.ts'
import { type Injected, prove, proveStored, theTitle, uploadState } from '../proof.ts'
import type { Exchange } from '../proxy.ts'
import { lastWords, type Media, password, type Rig } from '../rig.ts'
import { finish, killAtAnswer, newName, trailerFlag, uploadArgs } from './kills.ts'

const nextChunk = async (rig: Rig, tag: string) => (await uploadState(rig, tag))?.nextChunk

/** What the proxy saw of chunks. */
const sentBytes = ({ proxy }: Rig): number => proxy.arrivals.reduce((sum, { bytes }) => sum + bytes, 0)

const toBrowser: FaultCase = {
  name: 'UPLOAD-04, UPLOAD-25 handover: begun by a command that is killed -9, finished in the browser; another file is refused and loses nothing',
  async run(rig) {
    const [media, other] = [await rig.media(7), await rig.media(7)]
    const name = newName(rig, 'Handed to the browser')
    rig.proxy.begin(unhurried)
    const run = rig.command(uploadArgs(media, name, rig.role))
    await rig.proxy.arrived(rig.random.between(3, 5))
    await run.kill()
    await wait(500)
    const { tag } = await theTitle(rig, name)
    const before = await nextChunk(rig, tag)
    const surfer = await openBrowser(rig, newProfile(rig))
    try {
      const { page } = surfer
      await page.goto(`${rig.proxy.url}/media/contentTitles/edit/${tag}`)
      await page.getByText(/^Started on another device, \d+% sent/).waitFor()
      const input = fileInput(rig, page)
      await input.setInputFiles(other.path)
      await page.getByText(en['upload.otherFile']).first().waitFor()
      assert.equal(await nextChunk(rig, tag), before, 'the refused file changed nothing')
      await input.setInputFiles(media.path)
      return await proveByItself(rig, tag, { media, faults: ['kill -9 of the command'] })
    } finally {
      await surfer.close()
    }
  },
}

/** A machine of its own with a colleague at it, who acts for the same tenant. */
async function openColleague(rig: Rig) {
  const env = { KINORA_CONFIG_DIR: join(rig.folder, `home-${rig.random.between(1, 1e9)}`) }
  const login = ['login', '--email', 'support@demo.kinora.test', '--password-stdin']
  const { code, stderr } = await rig.command(login, env, password).done
  assert.equal(code, 0, stderr)
  return (...args: string[]) => rig.command([...args, '--tenant', 'pulsehouse'], env).done
}

const toCommand: FaultCase = {
  name: 'UPLOAD-04, UPLOAD-24, UPLOAD-25 handover: begun in a browser that is killed -9, finished by a colleague’s command; another file is refused and loses nothing',
  async run(rig) {
    const [media, other] = [await rig.media(7), await rig.media(7)]
    const colleague = await openColleague(rig)
    rig.proxy.begin(unhurried)
    const surfer = await openBrowser(rig, newProfile(rig))
    const arrived = rig.proxy.arrived(rig.random.between(3, 5))
    const tag = await drop(rig, surfer.page, media.path)
    await arrived
    await surfer.kill()
    await wait(500)
    const before = await nextChunk(rig, tag)
    const shown = await colleague('titles', 'show', tag)
    assert.match(shown.stdout, new RegExp(`upload\\t${before! - 1} of 7 chunks of ${media.name}, \\d+%`))
    assert.match(shown.stdout, new RegExp(`resume with\\tkinora titles upload ${media.name} --tag ${tag}`))
    const upload = ({ path }: Media) =>
      colleague('titles', 'upload', path, '--tag', tag, '--no-wait', ...trailerFlag(rig))
    const refused = await upload(other)
    assert.equal(refused.code, 7, refused.stderr)
    assert.match(lastWords(refused), /This is a different file from the one you started with/)
    assert.equal(await nextChunk(rig, tag), before, 'the refused file changed nothing')
    const done = await upload(media)
    assert.equal(done.code, 0, done.stderr)
    const { data } = await rig.api.titles.find({ titleTags: [tag] })
    return prove(rig, data[0]!.className, media, ['kill -9 of the browser'])
  },
}

/** Uploads a file for a first title; what follows is about a second one. */
async function held(rig: Rig, about: string): Promise<{ media: Media; names: readonly [string, string] }> {
  const media = await rig.media(4)
  const names = [newName(rig, about), newName(rig, about)] as const
  rig.proxy.begin()
  await finish(rig, uploadArgs(media, names[0], rig.role))
  return { media, names }
}

/** Both titles whole, one of them deleted, the other still whole. */
async function proveBoth(rig: Rig, names: readonly [string, string], media: Media): Promise<void> {
  const [first, second] = [await theTitle(rig, names[0]), await theTitle(rig, names[1])]
  for (const title of [first, second]) await proveStored(rig, title, media)
  await rig.api.titles.remove({ tags: [first.tag] })
  await proveStored(rig, second, media)
}

const known: FaultCase = {
  name: 'UPLOAD-16, UPLOAD-30 known file: not a byte of it is sent for a second title, the person is told; the first title deleted, the second is whole',
  async run(rig) {
    const { media, names } = await held(rig, 'Known')
    rig.proxy.begin()
    const { code, stderr } = await rig.command(uploadArgs(media, names[1], rig.role)).done
    assert.equal(code, 0, stderr)
    assert.match(stderr, /is already on the platform/)
    assert.equal(sentBytes(rig), 0, 'bytes of chunks')
    await proveBoth(rig, names, media)
    return { faults: [], resent: 0 }
  },
}

const isProof = ({ path }: Exchange): boolean => /^\/api\/v1\/uploads\/[^/]+\/proof$/.test(path)

const knownKilled: FaultCase = {
  name: 'UPLOAD-08, UPLOAD-16 known file: the server is killed -9 as it takes the proof, or its answer is swallowed; the command goes on by itself',
  async run(rig) {
    const faults: string[] = []
    let resent = 0
    for (const isTaken of [true, false]) {
      const { media, names } = await held(rig, 'Proof lost')
      const { fault, restarted } = killAtAnswer(rig, isTaken)
      rig.proxy.begin(exchange => (restarted() === undefined && isProof(exchange) ? fault : undefined))
      await finish(rig, uploadArgs(media, names[1], rig.role))
      await restarted()
      resent += sentBytes(rig)
      await proveBoth(rig, names, media)
      faults.push(isTaken ? 'answer to the proof swallowed, kill -9' : 'kill -9 at the proof')
    }
    assert.equal(resent, 0, 'bytes of chunks')
    return { faults, resent }
  },
}

const together: FaultCase = {
  name: 'UPLOAD-16, UPLOAD-30 the same file for two titles at the same time makes two whole titles',
  async run(rig): Promise<Injected> {
    const media = await rig.media(4)
    const names = [newName(rig, 'Together'), newName(rig, 'Together')] as const
    rig.proxy.begin()
    await Promise.all(names.map(name => finish(rig, uploadArgs(media, name, rig.role))))
    await proveBoth(rig, names, media)
    return { faults: [], resent: 0 }
  },
}

export const resumeElsewhereCases: readonly FaultCase[] = [toBrowser, toCommand, known, knownKilled, together]

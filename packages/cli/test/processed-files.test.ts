import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clip, cover, mediaFolder, readyFlags, textFile } from './media.ts'
import { startTestPlatform, type TestPlatform, withMedia } from './platform.ts'
import { journalOf, type Shell } from './shell.ts'

let server: TestPlatform
let shell: Shell
const home = mediaFolder()
const at = (name: string) => join(home, name)
const kinora = (...args: string[]) => shell.run(args)
const titles = (...args: string[]) => kinora('titles', ...args)
const stored = (tag: string): Buffer => readFileSync(server.storedPath(tag))
beforeAll(async () => {
  server = await startTestPlatform(withMedia)
  shell = await server.signedIn('tenant')
  await Promise.all([
    clip(at('first.mp4'), 9 * 1024 * 1024),
    clip(at('second.mp4'), 1000),
    cover(at('cover.jpg'), '1920x1080'),
  ])
})
afterAll(() => server?.close())

const field = (stdout: string, name: string) => new RegExp(`^${name}\t(.*)$`, 'm').exec(stdout)?.[1]

describe('CLI titles upload, to the end of processing', () => {
  test('UPLOAD-01, UPLOAD-16, TITLE-20 a file becomes a published title; every byte arrives; nothing is left in the journal', async () => {
    const file = at('first.mp4')
    const { stdout, stderr, code } = await titles(
      'upload',
      file,
      '--title',
      'Calm yoga',
      ...readyFlags,
      '--publish',
    )
    expect(stderr).toContain('✔ Stored first.mp4')
    expect(stderr).toContain('100%')
    expect({ code, status: field(stdout, 'status') }).toEqual({ code: 0, status: 'Published' })
    const tag = field(stdout, 'tag')!
    expect(stored(tag).equals(readFileSync(file))).toBe(true)
    const { stdout: shown } = await titles('show', tag, '--json', 'fileDigest,fileName,durationSecond')
    expect(JSON.parse(shown)).toEqual({
      fileDigest: field(stdout, 'chunk tree'),
      fileName: 'first.mp4',
      durationSecond: 1,
    })
    expect(journalOf(shell)).toEqual([])
  })
  test('what was stored is downloaded again: a broken download goes on, a damaged part is refused and removed', async () => {
    const { stdout } = await titles('list', '--query', 'Calm yoga', '--json', 'tag,fileDigest')
    const [{ tag, fileDigest }] = JSON.parse(stdout)
    const whole = stored(tag)
    const download = (name: string, begun: Buffer) => {
      const path = join(shell.folder, name)
      writeFileSync(`${path}.${fileDigest.slice(0, 12)}.part`, begun)
      return titles('download', tag, '-o', path)
    }
    const resumed = await download('back.mp4', whole.subarray(0, 5_000_000))
    expect(resumed).toMatchObject({ code: 0, stderr: expect.stringContaining('going on with') })
    expect(readFileSync(join(shell.folder, 'back.mp4')).equals(whole)).toBe(true)
    const damaged = await download('bad.mp4', Buffer.alloc(5_000_000))
    expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining('was damaged and is removed') })
    expect(readdirSync(shell.folder).filter(name => /^(back|bad)/.test(name))).toEqual(['back.mp4'])
  })
  test('OPS-02 bytes that changed on the server’s disk are told by verify and download, and so are lost ones', async () => {
    const { stdout } = await titles('list', '--query', 'Calm yoga', '--json', 'tag')
    const [{ tag }] = JSON.parse(stdout)
    const whole = stored(tag)
    const mine = textFile(at('mine.mp4'), whole)
    const path = server.storedPath(tag)
    const verify = () => titles('verify', tag, mine)
    const admin = await server.signedIn('admin')
    const doctor = async () => {
      const { stdout } = await admin.run(['doctor'])
      return stdout.split('\n').filter(line => line.startsWith('named files'))
    }
    expect((await verify()).code).toBe(0)
    // What is served of it is looked at as well.
    const { db, blobs } = server.platform.deps
    const found = await db.execute(`SELECT stream_key AS key FROM titles WHERE tag = '${tag}'`)
    const master = `${(found as unknown as { rows: { key: string }[] }).rows[0]!.key}/master.m3u8`
    const playlist = new Uint8Array(await new Response(await blobs.read(master)).arrayBuffer())
    await blobs.remove(master)
    expect(await verify()).toMatchObject({
      code: 6,
      stdout: expect.stringMatching(/stream\tdamaged\n/),
      stderr: expect.stringContaining(`stream of ${tag}: damaged. Process it again: kinora titles retry`),
    })
    await blobs.put(master, playlist)
    expect((await verify()).code).toBe(0)
    // One of before digests were kept is read first, and counts from then on.
    const forget = () => server.platform.deps.db.execute('UPDATE titles SET file_digest = NULL')
    await forget()
    const asIs = join(shell.folder, 'as-is.mp4')
    const { code } = await titles('download', tag, '-o', asIs)
    expect([code, readFileSync(asIs).equals(whole), (await doctor()).length]).toEqual([0, true, 1])
    await forget()
    expect(await doctor()).toContainEqual(expect.stringMatching(/ok\t1 file or stream has no digest yet/))
    expect([(await verify()).code, (await doctor()).length]).toEqual([0, 1])
    const rotten = Buffer.from(whole)
    rotten[4_500_000]! ^= 1
    writeFileSync(path, rotten)
    const told = { code: 7, stderr: expect.stringContaining(`stored file of ${tag} is damaged`) }
    expect(await verify()).toMatchObject(told)
    expect((await verify()).stderr).toContain(`kinora titles upload FILE --tag ${tag}`)
    const place = join(shell.folder, 'rotten.mp4')
    const fresh = await titles('download', tag, '-o', place)
    expect(fresh).toMatchObject(told)
    expect(fresh.stderr).not.toContain('Saved')
    expect(readdirSync(shell.folder).filter(name => name.startsWith('rotten'))).toEqual([])
    expect(await titles('download', tag, '-o', textFile(place, 'before'))).toMatchObject(told)
    expect(readFileSync(place, 'utf8')).toBe('before')
    const lost = (problem: string) => [
      `named files\t✖ problem\tuploads: 1 ${problem}, of ${tag}\tUpload the same file again: kinora titles upload FILE --tag TAG --replace, or --trailer for that of its trailer`,
    ]
    expect(await doctor()).toEqual(lost('damaged: read again, the bytes aren’t those that were stored'))
    writeFileSync(path, whole.subarray(0, 1000))
    expect(await doctor()).toEqual(lost('of another size than was stored'))
    rmSync(path)
    expect(await doctor()).toEqual(lost('gone'))
    expect((await shell.run(['doctor'])).stdout).not.toContain('named files')
    expect(await verify()).toMatchObject({ code: 7, stderr: expect.stringContaining('is gone') })
    const again = await titles('upload', mine, '--tag', tag, '--replace')
    expect(again).toMatchObject({ code: 0 })
    expect([(await verify()).code, stored(tag).equals(whole)]).toEqual([0, true])
  })
  test('OPS-02 a title that is served without its original: verify says so with exit code 6, and looks at what is served', async () => {
    const { stdout } = await titles('list', '--query', 'Calm yoga', '--json', 'tag')
    const [{ tag }] = JSON.parse(stdout)
    const { db } = server.platform.deps
    const key = async (set: string) =>
      db.execute(
        `UPDATE titles SET source_key = ${set} WHERE tag = '${tag}' RETURNING (SELECT source_key FROM titles WHERE tag = '${tag}') AS key`,
      )
    const [{ key: kept }] = ((await key('NULL')) as unknown as { rows: [{ key: string }] }).rows
    expect(await titles('verify', tag, at('first.mp4'))).toMatchObject({
      code: 6,
      stdout: expect.stringMatching(/stream\tas it was stored\n/),
      stderr: expect.stringContaining(
        `✖ ${tag} is served without its original: the platform has lost it, and first.mp4 can’t be compared. Keep your own copy and upload it again: kinora titles upload FILE --tag ${tag} --replace`,
      ),
    })
    await key(`'${kept}'`)
    const { stdout: made } = await titles('create', '--title', 'Bare', '--json', 'tag')
    const bare = JSON.parse(made).tag
    expect(await titles('verify', bare, at('first.mp4'))).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`${bare} has no stored file`),
    })
  })
  test('UPLOAD-30 another file for the same title takes the place of the first; an identical one changes nothing', async () => {
    const [first, second] = [at('first.mp4'), at('second.mp4')]
    const { stdout } = await titles('upload', first, '--title', 'Replaced')
    const tag = field(stdout, 'tag')!
    const same = await titles('upload', first, '--tag', tag)
    expect({ code: same.code, digest: field(same.stdout, 'sha-256') }).toEqual({
      code: 0,
      digest: field(stdout, 'sha-256'),
    })
    const replaced = await titles('upload', second, '--tag', tag, '--instructor', 'Mia')
    expect(replaced.code).toBe(0)
    expect(field(replaced.stdout, 'sha-256')).not.toBe(field(stdout, 'sha-256'))
    const { stdout: shown } = await titles('show', tag, '--json', 'fileName,instructor')
    expect(JSON.parse(shown)).toEqual({ fileName: 'second.mp4', instructor: 'Mia' })
    expect((await titles('watch', tag)).stdout).toContain(`${tag}\tFile ready: add `)
  })
  test('VIDEO-06 --trailer puts the file beside the video of the title', async () => {
    const { stdout } = await titles('create', '--title', 'With a trailer')
    const tag = field(stdout, 'tag')!
    const { code } = await titles('upload', at('first.mp4'), '--tag', tag, '--trailer')
    expect(code).toBe(0)
    const { stdout: shown } = await titles('show', tag, '--json', 'trailerLinkWeb,fileName')
    expect(JSON.parse(shown)).toEqual({ trailerLinkWeb: expect.any(String), fileName: null })
  })
})

describe('UPLOAD-25 VAL-27 a file for a published title', () => {
  /** All that publishing asks for. */
  const ready = {
    description: 'Wake up.',
    category: 'Yoga and mobility',
    language: 'en-GB',
    channel: 'Pulse House Originals',
    skill: '3',
    intensity: '3',
    equipment: 'Mat',
    'release-date': '2026-01-01',
    cover: at('cover.jpg'),
  }
  test('is verified and downloaded, and another is refused unless --replace asks for it, with what that means for customers', async () => {
    const fields = Object.entries(ready).flatMap(([name, value]) => [`--${name}`, value])
    const upload = ['titles', 'upload', at('first.mp4'), '--title', 'Shown', '--publish', '--json', 'tag']
    const made = await kinora(...upload, ...fields)
    expect(made.code).toBe(0)
    const { tag } = JSON.parse(made.stdout)
    const shown = async () =>
      JSON.parse((await kinora('titles', 'show', tag, '--json', 'status,fileDigest,className')).stdout)
    const before = await shown()
    const hash = createHash('sha256')
      .update(readFileSync(at('first.mp4')))
      .digest('hex')
    const verified = await kinora('titles', 'verify', tag, at('first.mp4'))
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(`sha-256\t${hash}\n`) })
    expect(await kinora('titles', 'verify', tag, at('second.mp4'))).toMatchObject({ code: 7, stdout: '' })
    expect((await kinora('titles', 'download', tag, '-o', at('back.mp4'))).code).toBe(0)
    expect(readFileSync(at('back.mp4')).equals(readFileSync(at('first.mp4')))).toBe(true)
    const refused = await kinora('titles', 'upload', at('second.mp4'), '--tag', tag, '--title', 'Other')
    expect(refused).toMatchObject({ code: 7, stdout: '' })
    expect(refused.stderr).toContain(`${tag} is published with another video`)
    expect(refused.stderr).toContain('off customers’ sites until it is processed and published again')
    expect(await shown()).toEqual(before)
    expect((await kinora('titles', 'upload', at('first.mp4'), '--tag', tag)).code).toBe(0)
    expect(await shown()).toEqual(before)
    const replaced = await kinora('titles', 'upload', at('second.mp4'), '--tag', tag, '--replace')
    expect(replaced).toMatchObject({ code: 0, stderr: expect.stringContaining('off customers’ sites') })
    expect(await shown()).toMatchObject({ status: 8 })
  })
})

describe('BULK-12 what people have changed since a run', () => {
  const bulk = (...args: string[]) => kinora('titles', 'bulk', ...args)
  const write = (instructor: string) =>
    textFile(
      at('catalogue.csv'),
      [
        'externalId,title,description,category,language,channel,skill,intensity,equipment,releaseDate,instructor,cover,file',
        'e1,Elsewhere,Wake up.,Yoga and mobility,en-GB,Pulse House Originals,3,3,Mat,2026-01-01,Ada,cover.jpg,first.mp4',
        `e2,No file,,,,,,,,,${instructor},,`,
      ].join('\n'),
    )
  const rows = async (...args: string[]) => {
    const { code, stdout } = await bulk(...args, at('catalogue.csv'), '--json')
    const states = (JSON.parse(stdout) as { state: string }[]).map(({ state }) => state)
    return { code, states, rows: JSON.parse(stdout) }
  }

  test('results say it, run leaves it alone, --force overwrites it, reconcile accepts it', async () => {
    write('Ada')
    const ran = await rows('run', '--publish')
    expect(ran).toMatchObject({ code: 6, states: ['published', 'saved'] })
    const [first, second] = ran.rows
    await kinora('titles', 'unpublish', first.tag)
    await kinora('titles', 'edit', second.tag, '--instructor', 'Bo')
    expect((await rows('results')).states).toEqual(['changed', 'changed'])
    expect((await rows('results', '--offline')).states).toEqual(['published', 'saved'])
    write('Cleo')
    const left = await bulk('run', at('catalogue.csv'))
    expect(left.code).toBe(7)
    expect(left.stderr).toContain('2 titles were changed elsewhere and left alone.')
    const instructor = async () =>
      (await kinora('titles', 'show', second.tag)).stdout.match(/instructor\t(.*)/)?.[1]
    expect(await instructor()).toBe('Bo')
    expect(await rows('run', '--force')).toMatchObject({ code: 0, states: ['completed', 'saved'] })
    expect(await instructor()).toBe('Cleo')
    await kinora('titles', 'upload', at('second.mp4'), '--tag', first.tag)
    const replaced = await rows('results')
    expect(replaced.states).toEqual(['changed', 'saved'])
    expect(replaced.rows[0].digest).not.toBe(first.digest)
    expect((await bulk('reconcile', at('catalogue.csv'))).stderr).toContain('Accepted 1 title')
    expect(await rows('run')).toMatchObject({ code: 0, states: ['completed', 'saved'] })
    expect((await rows('results')).rows[0].digest).toBe(replaced.rows[0].digest)
  })
})

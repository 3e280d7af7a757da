import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clip, mediaFolder, textFile } from './media.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let server: TestPlatform
let shell: Shell
let folder: string
beforeAll(async () => {
  server = await startTestPlatform()
  shell = await server.signedIn('tenant')
  folder = mediaFolder()
})
afterAll(() => server?.close())

const titles = (...args: string[]) => shell.run(['titles', ...args])
const ready = [
  ...['--description', 'Slow and calm.', '--category', 'strength', '--language', 'en-GB', '--skill', '3'],
  ...[
    '--intensity',
    '4',
    '--equipment',
    'Mat',
    '--channel',
    'Pulse House Originals',
    '--release-date',
    '2026-11-20',
  ],
]
const field = (stdout: string, name: string) => new RegExp(`^${name}\t(.*)$`, 'm').exec(stdout)?.[1]
const journal = () =>
  readdirSync(join(shell.folder, 'state', 'journal'), { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile(),
  )
/** The bytes that the server keeps of a title's upload. */
const stored = (tag: string): Buffer => readFileSync(storedPath(tag))
const storedPath = (tag: string): string => {
  const below = join(server.dataDir, 'blobs')
  const paths = readdirSync(below, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const path = paths
    .map(entry => join(entry.parentPath, entry.name))
    .filter(name => name.includes(`/uploads/${tag}/`))
  return path.toSorted((a, b) => statSync(b).size - statSync(a).size)[0]!
}

describe('CLI titles upload', () => {
  test('UPLOAD-01, UPLOAD-16, TITLE-20 a file becomes a published title; every byte arrives; nothing is left in the journal', async () => {
    const file = await clip(join(folder, 'yoga.mp4'), 9 * 1024 * 1024)
    const { stdout, stderr, code } = await titles(
      'upload',
      file,
      '--title',
      'Calm yoga',
      ...ready,
      '--publish',
    )
    expect(stderr).toContain('✔ Stored yoga.mp4')
    expect(stderr).toContain('100%')
    expect({ code, status: field(stdout, 'status') }).toEqual({ code: 0, status: 'Published' })
    const tag = field(stdout, 'tag')!
    expect(stored(tag).equals(readFileSync(file))).toBe(true)
    const { stdout: shown } = await titles('show', tag, '--json', 'fileDigest,fileName,durationSecond')
    expect(JSON.parse(shown)).toEqual({
      fileDigest: field(stdout, 'chunk tree'),
      fileName: 'yoga.mp4',
      durationSecond: 1,
    })
    expect(journal()).toEqual([])
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
    const mine = textFile(join(folder, 'mine.mp4'), whole)
    const path = storedPath(tag)
    const verify = () => titles('verify', tag, mine)
    expect((await verify()).code).toBe(0)
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
    const admin = await server.signedIn('admin')
    const doctor = async () => {
      const { stdout } = await admin.run(['doctor'])
      return stdout.split('\n').filter(line => line.startsWith('named files'))
    }
    const lost = (problem: string) => [
      `named files\t✖ problem\tuploads: 1 ${problem}, of ${tag}. Upload the same file again: kinora titles upload FILE --tag TAG --replace`,
    ]
    expect(await doctor()).toEqual([
      'named files\t✔ ok\toriginals, streams, trailers, captions, documents and terms are there',
    ])
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
  test('UPLOAD-26, VAL-13 to VAL-15 what is wrong with a file is said before anything is created', async () => {
    const before = (await titles('list', '--all', '--json', 'tag')).stdout
    const square = await clip(join(folder, 'square.mp4'), 0, '320x240')
    const cases: [string, string][] = [
      [square, 'Upload a video that has an aspect ratio of 16:9, eg 1920 x 1080.'],
      [
        textFile(join(folder, 'picture.mp4'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
        'Allowed only mp4 type.',
      ],
      [textFile(join(folder, 'notes.txt'), 'hello'), 'Allowed only mp4 type.'],
      [
        textFile(join(folder, 'empty.mp4'), ''),
        'Error: Data is in invalid format. Please correct the file and try again.',
      ],
      [
        textFile(join(folder, 'a&b.mp4'), readFileSync(square)),
        'File name should not contain special characters',
      ],
    ]
    for (const [path, message] of cases) {
      const { stdout, stderr, code } = await titles('upload', path, '--title', 'Never made')
      expect({ stdout, code }, path).toEqual({ stdout: '', code: 2 })
      expect(stderr).toContain(message)
      expect(stderr).toContain('Nothing was sent.')
    }
    const cut = textFile(
      join(folder, 'cut.mp4'),
      readFileSync(await clip(join(folder, 'whole.mp4'))).subarray(0, 900),
    )
    expect((await titles('upload', cut, '--title', 'Never made')).code).toBe(2)
    expect((await titles('upload', join(folder, 'missing.mp4'), '--title', 'Never made')).stderr).toContain(
      'missing.mp4 was not found',
    )
    expect((await titles('list', '--all', '--json', 'tag')).stdout).toBe(before)
  })
  test('without a title to go to, both ways are named', async () => {
    const { stderr, code } = await titles('upload', join(folder, 'yoga.mp4'))
    expect(code).toBe(2)
    expect(stderr).toContain('--tag TAG for an existing title, or --title NAME for a new one')
  })
  test('TITLE-05 with --publish, what publishing will miss is said before the first byte', async () => {
    const { stderr, code } = await titles(
      'upload',
      join(folder, 'whole.mp4'),
      '--title',
      'Unready',
      '--publish',
    )
    expect(code).toBe(2)
    expect(stderr).toContain('Required Channel')
    expect(stderr).toContain('Required Release Date')
    expect(stderr).not.toContain('Required Cover')
  })
  test('CHAN-14 with --publish, a channel that takes no title is said before the first byte, of a new title and a known one', async () => {
    const admin = await server.signedIn('admin')
    const { stdout } = await admin.run([
      'channels',
      'list',
      '--query',
      'Pulse House Originals',
      '--json',
      'tag',
    ])
    const [{ tag: channel }] = JSON.parse(stdout)
    const file = await clip(join(folder, 'held.mp4'))
    const known = await titles('create', '--title', 'Held back', ...ready, '--json', 'tag')
    const { tag } = JSON.parse(known.stdout)
    expect((await admin.run(['channels', 'edit', channel, '--no-active'])).stderr).toContain('Item saved')
    const refused = { code: 2, stderr: expect.stringContaining('The channel of this title is inactive') }
    expect(await titles('upload', file, '--title', 'Held too', ...ready, '--publish')).toMatchObject(refused)
    expect(await titles('upload', file, '--tag', tag, '--publish')).toMatchObject(refused)
    expect((await titles('list', '--query', 'Held too', '--json', 'tag')).stdout).toBe('[]\n')
    await admin.run(['channels', 'edit', channel, '--active'])
  })
  test('an unknown tag is exit code 3, before the file is sent', async () => {
    expect((await titles('upload', join(folder, 'whole.mp4'), '--tag', 'nothing-here')).code).toBe(3)
  })
  test('UPLOAD-04 going on does what was asked before once: changed flags are told to the server, a title that is gone is made again', async () => {
    const file = await clip(join(folder, 'again.mp4'), 21 * 1024 * 1024)
    const args = ['titles', 'upload', file, '--title', 'Begun again', '--no-wait']
    const breakOff = async (...more: string[]) => {
      const controller = new AbortController()
      const broken = await shell.run([...args, ...more], {
        signal: controller.signal,
        onError: chunk => {
          if (/ [2-9]\d%/.test(chunk)) controller.abort()
        },
      })
      expect(broken.code).toBe(130)
      const { stdout } = await titles('list', '--query', 'Begun again', '--json', 'tag,classDescription')
      const found = JSON.parse(stdout) as { tag: string; classDescription: string }[]
      expect(found).toHaveLength(1)
      return found[0]!
    }
    const first = await breakOff()
    const described = await breakOff('--description', 'Slowly.')
    expect(described).toEqual({ tag: first.tag, classDescription: 'Slowly.' })
    expect(await breakOff('--description', 'Slowly.')).toEqual(described)
    expect((await titles('delete', first.tag, '--yes')).code).toBe(0)
    const again = await shell.run([...args, '--description', 'Slowly.'])
    expect(again.code).toBe(0)
    const tag = field(again.stdout, 'tag')!
    expect(tag).not.toBe(first.tag)
    expect(stored(tag).equals(readFileSync(file))).toBe(true)
    expect(journal()).toEqual([])
  })

  test('UPLOAD-04 Ctrl-C keeps what was sent, says how to go on, and the same command goes on', async () => {
    const file = await clip(join(folder, 'long.mp4'), 21 * 1024 * 1024)
    const controller = new AbortController()
    const args = ['titles', 'upload', file, '--title', "It's long", '--no-wait']
    const broken = await shell.run(args, {
      signal: controller.signal,
      onError: chunk => {
        if (/ [2-9]\d%/.test(chunk)) controller.abort()
      },
    })
    expect({ code: broken.code, stdout: broken.stdout }).toEqual({ code: 130, stdout: '' })
    expect(broken.stderr).toMatch(/✖ Error: Interrupted. \d+\.\d MB of 21\.\d MB sent for /)
    expect(broken.stderr).toContain(`kinora titles upload ${file} --title 'It'\\''s long' --no-wait`)
    expect(journal()).toHaveLength(2)
    const again = await shell.run(args)
    expect(again.code).toBe(0)
    const percents = [...again.stderr.matchAll(/(\d+)%/g)].map(match => Number(match[1]))
    expect(percents.find(percent => percent > 0)).toBeGreaterThan(19)
    const tag = field(again.stdout, 'tag')!
    expect(stored(tag).equals(readFileSync(file))).toBe(true)
    const { stdout } = await titles('list', '--query', "It's long", '--json', 'tag')
    expect(JSON.parse(stdout)).toEqual([{ tag }])
    expect((await titles('watch', tag)).stdout).toContain(`${tag}\tFile ready: add `)
    expect(journal()).toEqual([])
  })
  test('UPLOAD-25 begun elsewhere: show tells how far and how to go on; another file is refused and loses nothing', async () => {
    const file = await clip(join(folder, 'begun here.mp4'), 13 * 1024 * 1024)
    const other = await clip(join(folder, 'other.mp4'), 14 * 1024 * 1024)
    const controller = new AbortController()
    const broken = await shell.run(['titles', 'upload', file, '--title', 'Begun here', '--no-wait'], {
      signal: controller.signal,
      onError: chunk => {
        if (/ [3-9]\d%/.test(chunk)) controller.abort()
      },
    })
    expect(broken.code).toBe(130)
    const { stdout } = await titles('list', '--query', 'Begun here', '--json', 'tag')
    const tag = JSON.parse(stdout)[0].tag as string
    const shown = await titles('show', tag)
    expect(field(shown.stdout, 'upload')).toMatch(/^[123] of 4 chunks of begun here\.mp4, \d+%$/)
    expect(field(shown.stdout, 'resume with')).toBe(`kinora titles upload 'begun here.mp4' --tag ${tag}`)
    const elsewhere = await server.signedIn('tenant')
    const send = (...args: string[]) =>
      elsewhere.run(['titles', 'upload', ...args, '--tag', tag, '--no-wait'])
    const refused = await send(other)
    expect(refused.code).toBe(7)
    expect(refused.stderr).toContain('This is a different file from the one you started with.')
    expect(refused.stderr).toContain('add --replace to start over with this one')
    expect((await titles('show', tag)).stdout).toBe(shown.stdout)
    expect((await send(file)).code).toBe(0)
    expect(stored(tag).equals(readFileSync(file))).toBe(true)
    expect(JSON.parse((await titles('show', tag, '--json', 'uploads')).stdout)).toEqual({ uploads: [] })
  })
  test('a file that the platform holds already is not sent again, and the person is told', async () => {
    const { stdout, stderr, code } = await titles(
      ...['upload', join(folder, 'begun here.mp4'), '--title', 'Known', '--no-wait'],
    )
    expect(code).toBe(0)
    expect(stderr).toContain('begun here.mp4 is already on the platform. Nothing was sent')
    expect(stored(field(stdout, 'tag')!).equals(readFileSync(join(folder, 'begun here.mp4')))).toBe(true)
  })
  test('UPLOAD-30 another file for the same title takes the place of the first; an identical one changes nothing', async () => {
    const first = await clip(join(folder, 'first.mp4'))
    const { stdout } = await titles('upload', first, '--title', 'Replaced')
    const tag = field(stdout, 'tag')!
    const same = await titles('upload', first, '--tag', tag)
    expect({ code: same.code, digest: field(same.stdout, 'sha-256') }).toEqual({
      code: 0,
      digest: field(stdout, 'sha-256'),
    })
    const second = await clip(join(folder, 'second.mp4'), 5 * 1024 * 1024)
    const replaced = await titles('upload', second, '--tag', tag, '--instructor', 'Mia')
    expect(replaced.code).toBe(0)
    expect(field(replaced.stdout, 'sha-256')).not.toBe(field(stdout, 'sha-256'))
    const { stdout: shown } = await titles('show', tag, '--json', 'fileName,instructor')
    expect(JSON.parse(shown)).toEqual({ fileName: 'second.mp4', instructor: 'Mia' })
  })
  test('VIDEO-06 --trailer puts the file beside the video of the title', async () => {
    const { stdout } = await titles('create', '--title', 'With a trailer')
    const tag = field(stdout, 'tag')!
    const { code } = await titles('upload', join(folder, 'first.mp4'), '--tag', tag, '--trailer')
    expect(code).toBe(0)
    const { stdout: shown } = await titles('show', tag, '--json', 'trailerLinkWeb,fileName')
    expect(JSON.parse(shown)).toEqual({ trailerLinkWeb: expect.any(String), fileName: null })
  })
  test('a file that the quota has no room for says how to make room', async () => {
    const { settings } = server.platform.deps
    const before = settings.quotas
    const file = textFile(
      join(folder, 'large.mp4'),
      Buffer.concat([readFileSync(join(folder, 'first.mp4')), Buffer.from('more')]),
    )
    settings.quotas = { ...before, bytes: 1 }
    const { stderr, code } = await titles('upload', file, '--title', 'No room', '--no-wait')
    settings.quotas = before
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('of 0.01 MB are left') })
    expect(stderr).toMatch(/Fix: .*kinora quota.*kinora titles delete TAG/)
  })
  test('UPLOAD-19 two commands at once for the same title: the second one is a conflict', async () => {
    const file = await clip(join(folder, 'twice.mp4'), 13 * 1024 * 1024)
    const { stdout } = await titles('create', '--title', 'Sent twice')
    const tag = field(stdout, 'tag')!
    const both = await Promise.all([
      titles('upload', file, '--tag', tag),
      titles('upload', file, '--tag', tag),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 7])
    expect(both.find(({ code }) => code === 7)!.stderr).toContain('Another upload is going on.')
  })
})

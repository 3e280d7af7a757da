import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clip, mediaFolder, readyFlags, textFile } from './media.ts'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import { journalOf, type Shell } from './shell.ts'

let server: TestPlatform
let shell: Shell
let folder: string
beforeAll(async () => {
  server = await sharedPlatform()
  shell = await server.signedIn('tenant')
  folder = mediaFolder()
})

const titles = (...args: string[]) => shell.run(['titles', ...args])
const field = (stdout: string, name: string) => new RegExp(`^${name}\t(.*)$`, 'm').exec(stdout)?.[1]
const journal = () => journalOf(shell)
const stored = (tag: string): Buffer => readFileSync(server.storedPath(tag))

describe('CLI titles upload', () => {
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
    const { stderr, code } = await titles('upload', join(folder, 'whole.mp4'))
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
    const trailer = await titles(
      'upload',
      join(folder, 'whole.mp4'),
      '--tag',
      'any',
      '--trailer',
      '--publish',
    )
    expect(trailer).toMatchObject({ code: 2, stderr: expect.stringMatching(/--trailer.*--publish/) })
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
    const known = await titles('create', '--title', 'Held back', ...readyFlags, '--json', 'tag')
    const { tag } = JSON.parse(known.stdout)
    onTestFinished(async () => void (await admin.run(['channels', 'edit', channel, '--active'])))
    expect((await admin.run(['channels', 'edit', channel, '--no-active'])).stderr).toContain('Item saved')
    const refused = { code: 2, stderr: expect.stringContaining('The channel of this title is inactive') }
    expect(await titles('upload', file, '--title', 'Held too', ...readyFlags, '--publish')).toMatchObject(
      refused,
    )
    expect(await titles('upload', file, '--tag', tag, '--publish')).toMatchObject(refused)
    expect((await titles('list', '--query', 'Held too', '--json', 'tag')).stdout).toBe('[]\n')
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

  test('decision 0119: with --publish --no-wait, a title that lacks a field by then warns and publishes itself later', async () => {
    const file = await clip(join(folder, 'emptied.mp4'), 21 * 1024 * 1024)
    const args = ['titles', 'upload', file, '--title', 'Emptied', ...readyFlags, '--publish', '--no-wait']
    const controller = new AbortController()
    const broken = await shell.run(args, {
      signal: controller.signal,
      onError: chunk => {
        if (/ [2-9]\d%/.test(chunk)) controller.abort()
      },
    })
    expect(broken.code).toBe(130)
    const [{ tag }] = JSON.parse((await titles('list', '--query', 'Emptied', '--json', 'tag')).stdout)
    await titles('edit', tag, '--skill', '')
    const again = await shell.run(args)
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('publishes itself once') })
    const { stdout } = await titles('show', tag, '--json', 'autoPublish')
    expect(JSON.parse(stdout)).toEqual({ autoPublish: true })
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
  test('a file that the quota has no room for says how to make room', async () => {
    const { settings } = server.platform.deps
    const before = settings.quotas
    const file = textFile(
      join(folder, 'large.mp4'),
      Buffer.concat([readFileSync(join(folder, 'whole.mp4')), Buffer.from('more')]),
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
      titles('upload', file, '--tag', tag, '--no-wait'),
      titles('upload', file, '--tag', tag, '--no-wait'),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 7])
    expect(both.find(({ code }) => code === 7)!.stderr).toContain('Another upload is going on.')
  })
})

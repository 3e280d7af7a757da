import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clip, cover, mediaFolder, textFile } from './media.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let server: TestPlatform
let shell: Shell
const home = mediaFolder()
const at = (name: string) => join(home, name)
const kinora = (...args: string[]) => shell.run(args)
beforeAll(async () => {
  server = await startTestPlatform()
  shell = await server.signedIn('tenant')
  await Promise.all([
    clip(at('first.mp4')),
    clip(at('second.mp4'), 1000),
    cover(at('cover.jpg'), '1920x1080'),
  ])
})
afterAll(() => server?.close())

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

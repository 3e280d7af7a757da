import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPng } from '../../server/test/plain-png.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let admin: Shell
beforeAll(async () => {
  platform = await startTestPlatform({ publicUrl: 'https://kinora.example' })
  admin = await platform.signedIn('admin')
})
afterAll(() => platform.close())

/** The new tag, as a script reads it. */
async function create(args: readonly string[], stdin?: string): Promise<string> {
  const { stdout, stderr, code } = await admin.run(args, { ...(stdin !== undefined && { stdin }) })
  expect([code, stderr]).toEqual([0, expect.stringContaining('Created')])
  return stdout.trim().split('\t')[1]!
}
const read = async (noun: string, tag: string) =>
  JSON.parse((await admin.run([noun, 'show', tag, '--json'])).stdout) as Record<string, unknown>

describe('kinora providers', () => {
  const who = ['--name', 'Northwind', '--contact', 'Nora Wind', '--email', 'nora@northwind.test']

  test('PROV-01, PROV-06, PROV-11 create with secrets from stdin, edit, delete, restore', async () => {
    const flags = ['--media-platform', 'jwplayer', '--jw-player-site-id', 'site-1', '--jw-player-secret', '-']
    const tag = await create(
      ['providers', 'create', ...who, ...flags, '--password', '-'],
      'reels\nsecret-1\n',
    )
    expect(await read('providers', tag)).toMatchObject({ jwPlayerSiteId: 'site-1', hasJwPlayerSecret: true })
    const edited = await admin.run(['providers', 'edit', tag, '--phone', '+44 20 7946 0018'])
    expect([edited.code, edited.stdout]).toEqual([0, expect.stringContaining('+442079460018')])
    const { stdout } = await admin.run(['providers', 'delete', tag, 'ironside', '--yes'])
    expect(stdout).toMatch(new RegExp(`${tag}\t✔ done\t.*\nironside\t✖ failed\tThis provider still owns`))
    expect((await admin.run(['providers', 'list', '--deleted'])).stdout).toContain(tag)
    expect((await admin.run(['providers', 'restore', tag])).code).toBe(0)
  })

  test('PROV-03, PROV-07 the rules are asked before anything is sent', async () => {
    const short = ['--name', 'A', '--contact', 'Nora', '--email', 'a@b', '--password', '1234']
    const { code, stderr } = await admin.run(['providers', 'create', ...short])
    expect([code, stderr]).toEqual([2, expect.stringContaining('Contact need minimum 5 characters')])
    expect(stderr).toContain('Password need minimum 5 characters')
  })
})

describe('kinora channels and publishing', () => {
  test('CHAN-01 to CHAN-05, CHAN-17, CONST-19, C-44 create with images, list with Yes and No, edit', async () => {
    const picture = join(admin.folder, 'profile.png')
    await writeFile(picture, plainPng(160, 160))
    const flags = ['--provider', 'lumen-yoga', '--availability', 'hotel', '--profile-image', picture]
    const tag = await create(['channels', 'create', '--name', 'North Flow', ...flags])
    expect(await read('channels', tag)).toMatchObject({
      ...{ providerName: 'Lumen Yoga', active: false, tenants: [] },
      Availability: { inClub: false, appAndweb: false, hotel: true },
      profileImageUrl: expect.stringMatching(/^\/media\/images\//),
    })
    for (const [given, places] of [
      ['0', { inClub: true, appAndweb: false, hotel: false }],
      ['1', { inClub: false, appAndweb: true, hotel: false }],
      ['2', { inClub: false, appAndweb: false, hotel: true }],
    ] as const) {
      await admin.run(['channels', 'edit', tag, '--availability', given])
      expect((await read('channels', tag)).Availability).toEqual(places)
    }
    const unowned = await admin.run(['channels', 'create', '--name', 'North Flow', '--availability', 'hotel'])
    expect([unowned.code, unowned.stderr]).toEqual([2, expect.stringContaining('Required provider')])
    for (const given of ['3', 'constructor']) {
      const nowhere = await admin.run(['channels', 'edit', tag, '--availability', given])
      expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('none of: in-club')])
    }
    const { stdout } = await admin.run(['channels', 'list', '--query', 'north'])
    expect(stdout).toBe(`${tag}\tNorth Flow\tLumen Yoga\tIn hotel\tall\tNo\t0\n`)
    const named = await admin.run(['channels', 'list', '--provider', 'Lumen Yoga', '--query', 'north'])
    expect(named.stdout).toBe(stdout)
    for (const [args, meant] of [
      [['channels', 'list', '--provider', 'Lumen Joga'], 'Lumen Yoga'],
      [['publishing', 'set', 'North Flaw', '--to', 'nordicmove', '--yes'], 'North Flow'],
    ] as const) {
      const wrong = await admin.run(args)
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(`did you mean "${meant}"`)])
    }
    const unnamed = await admin.run(['channels', 'edit', tag, '--name', '--'])
    expect(unnamed.code).toBe(2)
    const active = await admin.run(['channels', 'edit', tag, '--active'])
    expect([active.code, active.stderr]).toEqual([2, expect.stringContaining('Required MediaSpace')])
  })

  test('CHAN-10, CHAN-11, CHAN-13, CHAN-14 publishing: shown first, asked, done, refused where club only', async () => {
    const show = async () => (await admin.run(['publishing', 'show', '--channel', 'lumen-flow'])).stdout
    expect(await show()).toContain('lumen-flow\tLumen Flow\tpulsehouse\tPulse House\n')
    const set = ['publishing', 'set', 'Lumen Flow', '--to', 'nordicmove', '--off', 'pulsehouse']
    const dry = await admin.run([...set, '--dry-run'])
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining('Nordic Move')])
    expect(await show()).toContain('pulsehouse')
    expect((await admin.run(set)).code).toBe(2)
    const declined = await admin.run(set, { tty: true, answers: [false] })
    expect(declined.code).not.toBe(0)
    const { code, stderr } = await admin.run([...set, '--yes'])
    expect([code, stderr]).toEqual([0, expect.stringContaining('2 tenants done')])
    expect(await show()).not.toContain('pulsehouse')
    const club = await admin.run(['publishing', 'set', 'ironside-club-floor', '--to', 'nordicmove', '--yes'])
    expect([club.code, club.stderr]).toEqual([7, expect.stringContaining('is only shown in clubs')])
  })

  test('C-136 what is in a channel is its provider’s to see and to take off; doctor tells what breaks the rule', async () => {
    const owner = await platform.signedIn('provider')
    const listed = await owner.run([
      'channels',
      'titles',
      'list',
      'Ironside Strength',
      '--json',
      'tag,isForeign',
    ])
    const rows = JSON.parse(listed.stdout) as { tag: string; isForeign: boolean }[]
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.every(row => !row.isForeign)).toBe(true)
    const remove = ['channels', 'titles', 'remove', 'ironside-strength', rows[0]!.tag]
    expect((await owner.run(remove)).code).toBe(2)
    const done = await owner.run([...remove, '--yes'])
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('1 title taken off')])
    const seen = await platform.signedIn('tenant')
    expect((await seen.run(['channels', 'titles', 'list', 'ironside-strength'])).code).toBe(4)
    expect((await admin.run(['doctor'])).stdout).toContain('every record names what its owner may name')
  })
})

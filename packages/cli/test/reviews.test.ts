import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let admin: Shell
let tenant: Shell
beforeAll(async () => {
  platform = await sharedPlatform()
  admin = await platform.signedIn('admin')
  tenant = await platform.signedIn('tenant')
})

const json = async (shell: Shell, ...args: string[]) => JSON.parse((await shell.run(args)).stdout)

describe('REVIEW-02, REVIEW-03, REVIEW-08 kinora reviews', () => {
  test('list: filters take names, the newest first', async () => {
    const fields = 'date,rating,provider,channel'
    const found = await json(admin, 'reviews', 'list', '--provider', 'lumen yoga', '--json', fields)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map((row: { provider: string }) => row.provider))).toEqual(new Set(['Lumen Yoga']))
    const dates = found.map(({ date }: { date: string }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    const low = await json(admin, 'reviews', 'list', '--rating', '1,2', '--json', 'rating')
    expect(new Set(low.map(({ rating }: { rating: number }) => rating))).toEqual(new Set([1, 2]))
    const { stdout } = await tenant.run(['reviews', 'list', '--take', '1'])
    expect(stdout.trim().split('\t').length).toBe(5)
  })

  test('NAV-62 a provider and a channel at once are refused before anything is sent', async () => {
    const both = ['--provider', 'Lumen Yoga', '--channel', 'Lumen Flow']
    const { code, stderr } = await admin.run(['reviews', 'list', ...both])
    expect([code, stderr]).toEqual([2, expect.stringContaining('Choose a provider or a channel, not both.')])
  })

  test('REVIEW-08 export: the CSV, to stdout or into a file', async () => {
    const { stdout, code } = await admin.run(['reviews', 'export', '--query', 'playlist'])
    expect(code).toBe(0)
    const [head, first] = stdout.split('\r\n')
    expect(head).toBe('\ufeffDate,Rating,Comment,User,Title,Title tag,Provider,Channel,Tenant')
    expect(first).toContain(`,5,'+1 for the playlist!,Nadia,`)
    const path = join(admin.folder, 'RatingReviewsReport.csv')
    await admin.run(['reviews', 'export', '--query', 'playlist', '-o', path])
    expect(await readFile(path, 'utf8')).toBe(stdout)
  })
})

describe('FAV-01, FAV-02 kinora favourites', () => {
  const tags = async () => (await json(tenant, 'favourites', 'list', '--json', 'contentId')) as unknown[]
  test('add and remove titles, each on its own; the list shows them, the latest first', async () => {
    const { tag } = await json(tenant, 'titles', 'create', '--title', 'Mine', '--json')
    const before = await tags()
    const added = await tenant.run(['favourites', 'add', tag, 'nowhere'])
    expect([added.code, added.stdout]).toEqual([6, expect.stringContaining(`${tag}\t`)])
    expect(await tags()).toEqual([{ contentId: tag }, ...before])
    const listed = await tenant.run(['favourites', 'list', '--query', 'Mine'])
    expect(listed.stdout).toContain(`${tag}\tMine\t`)
    expect((await tenant.run(['favourites', 'remove', tag])).code).toBe(0)
    expect(await tags()).toEqual(before)
    expect((await tenant.run(['favourites', 'add', 'nowhere'])).code).toBe(3)
  })

  test('FAV-02 customer support names the tenant', async () => {
    const support = await platform.signedIn('support')
    const of = ['--tenant', 'oasiswellness', '--json', 'tenantId']
    const found = await json(support, 'favourites', 'list', ...of)
    expect(new Set(found.map(({ tenantId }: { tenantId: string }) => tenantId))).toEqual(
      new Set(['oasiswellness']),
    )
  })
})

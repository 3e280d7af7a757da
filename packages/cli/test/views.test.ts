import { beforeAll, describe, expect, test } from 'vitest'
import { sharedPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let tenant: Shell
let provider: Shell
beforeAll(async () => {
  const platform = await sharedPlatform()
  tenant = await platform.signedIn('tenant')
  provider = await platform.signedIn('provider')
})

const json = async (...args: string[]) => JSON.parse((await tenant.run(args)).stdout)

describe('28.2 kinora views, decision 0121', () => {
  test('list and show: the views of the demo, with what they search for', async () => {
    const { stdout, code } = await tenant.run(['views', 'list'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\S+\tReady to publish\t/m)
    const rows: { viewId: string; name: string }[] = await json('views', 'list', '--json', 'viewId,name')
    const ready = rows.find(({ name }) => name === 'Ready to publish')!
    expect((await tenant.run(['views', 'show', ready.viewId])).stdout).toContain('status=8')
    const missing = await provider.run(['views', 'show', ready.viewId])
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('kinora views list')])
  })

  test('titles list --view: its filters and order, by name or id; a flag replaces one of them', async () => {
    const found = await json(
      'titles',
      'list',
      '--view',
      'ready  TO publish',
      '--all',
      '--json',
      'status,className',
    )
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(({ status }: { status: number }) => status))).toEqual(new Set([8]))
    const byId = await json('titles', 'list', '--view', 'demo-view-1', '--all', '--json', 'status,className')
    expect(byId).toEqual(found)
    const args = [
      'titles',
      'list',
      '--view',
      'demo-view-1',
      '--status',
      'published',
      '--all',
      '--json',
      'status',
    ]
    const other = await json(...args)
    // Other files publish and unpublish on the same platform.
    expect(other.filter(({ status }: { status: number }) => status !== 4)).toEqual([])
    const none = await tenant.run(['titles', 'list', '--view', 'nothing'])
    expect([none.code, none.stderr]).toEqual([3, expect.stringContaining('kinora views list')])
  })

  test('delete asks first, and takes it from the list', async () => {
    const name = 'Only for a moment'
    const draft = JSON.stringify({ list: 'titles', name, address: 'q=yoga', isShared: false })
    const { viewId } = JSON.parse((await tenant.run(['api', 'views.create', '--input', draft])).stdout)
    expect((await tenant.run(['views', 'delete', viewId])).code).toBe(2)
    expect((await tenant.run(['views', 'delete', viewId, '--yes'])).code).toBe(0)
    expect((await tenant.run(['views', 'list'])).stdout).not.toContain(name)
  })
})

import { commandTexts, Role, type RouteContext } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { addRecent, pagesFor, readRecent } from '../src/commands/palette.tsx'
import { rowHrefFor } from '../src/router/row-hrefs.ts'

const as = (role: Role): RouteContext => ({ role, connect: 'ondemand', isBulkUploadEnabled: false })
const paths = (role: Role) => pagesFor(as(role)).map(({ path }) => path)

describe('the command palette offers', () => {
  test('ROLE-18 to ROLE-20 the pages that open to the role, each once', () => {
    expect(paths(Role.Tenant)).toEqual(expect.arrayContaining(['/', '/favourites', '/media/labels/add']))
    expect(paths(Role.Tenant)).not.toContain('/media/bulkUpload')
    expect(paths(Role.Provider)).not.toContain('/media/labels')
    expect(paths(Role.Admin)).toEqual(expect.arrayContaining(['/admin', '/admin/playback', '/admin/audit']))
    expect(paths(Role.Support)).toEqual(expect.arrayContaining(['/admin/report', '/admin/audit']))
    expect(paths(Role.Support)).not.toContain('/admin/playback')
    for (const role of Object.values(Role)) expect(new Set(paths(role)).size).toBe(paths(role).length)
  })

  test('28.5 pages by the names that they had before', () => {
    const found = (path: string) => pagesFor(as(Role.Tenant)).find(page => page.path === path)?.alias
    expect(commandTexts[found('/users/userReport')!]).toContain('User report')
    expect(commandTexts[found('/users/userManagement')!]).toContain('User management')
  })

  test('28.6 a member by name, as the audit log does, where members open to the role', () => {
    const member = { noun: 'members', row: 'm 1' }
    expect(rowHrefFor(as(Role.Support), member)).toBe('/users/userReport/m%201')
    expect(rowHrefFor(as(Role.Admin), member)).toBeUndefined()
  })

  test('where one was lately, the latest first, to each person their own', () => {
    const kept = new Map<string, string>()
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    for (const nth of [1, 2, 3, 4, 5, 6, 2])
      addRecent(store, 'ana', { href: `/${nth}`, label: `Page ${nth}` })
    expect(readRecent(store, 'ana').map(({ href }) => href)).toEqual(['/2', '/6', '/5', '/4', '/3'])
    expect(readRecent(store, 'ben')).toEqual([])
    store.setItem('kinora.recent.ben', '[{"href":"//evil.test","label":1},{"href":"/ok","label":"Ok"}]')
    expect(readRecent(store, 'ben')).toEqual([{ href: '/ok', label: 'Ok' }])
  })
})

import { describe, expect, test } from 'vitest'
import { noDraft, tickCells, toPlan } from './draft.ts'
import { storyChannels } from './fixtures.tsx'

const sites = [{ tenantId: 'nordic' }, { tenantId: 'oasis' }, { tenantId: 'pulse' }]
const cellsOf = (tag: string) => sites.map(({ tenantId }) => ({ tag, tenantId }))
const now = toPlan(noDraft, storyChannels, sites)

describe('28.3, CHAN-13 what was ticked in the matrix', () => {
  test('nothing is ticked: nothing changes', () => {
    expect([now.changes, now.count]).toEqual([[], { publish: 0, unpublish: 0 }])
  })

  test('a row: what is published already isn’t published again; by tenants, in their order', () => {
    const draft = tickCells(noDraft, now, { cells: cellsOf('ride'), isTicked: true })
    const both = tickCells(draft, now, { cells: cellsOf('flow'), isTicked: false })
    const plan = toPlan(both, storyChannels, sites)
    expect(plan.changes).toEqual([
      { tenantId: 'nordic', publish: ['ride'], unpublish: [] },
      { tenantId: 'pulse', publish: [], unpublish: ['flow'] },
    ])
    expect(plan.count).toEqual({ publish: 1, unpublish: 1 })
  })

  test('ticked and unticked again is no change', () => {
    const cells = cellsOf('flow')
    const draft = tickCells(noDraft, now, { cells, isTicked: true })
    const back = tickCells(draft, now, { cells: cells.slice(0, 2), isTicked: false })
    expect(toPlan(back, storyChannels, sites).changes).toEqual([])
  })

  test('C-102, C-129 club only can’t be ticked, but unticked', () => {
    const cells = cellsOf('club')
    expect(tickCells(noDraft, now, { cells, isTicked: true })).toEqual(new Map())
    const held = storyChannels.map(row => (row.tag === 'club' ? { ...row, tenants: ['oasis'] } : row))
    const plan = toPlan(noDraft, held, sites)
    const draft = tickCells(noDraft, plan, { cells, isTicked: false })
    expect(toPlan(draft, held, sites).changes).toEqual([
      { tenantId: 'oasis', publish: [], unpublish: ['club'] },
    ])
  })

  test('what somebody else published meanwhile is no change any more', () => {
    const draft = tickCells(noDraft, now, { cells: cellsOf('quiet').slice(0, 1), isTicked: true })
    const later = storyChannels.map(row => (row.tag === 'quiet' ? { ...row, tenants: ['nordic'] } : row))
    expect(toPlan(draft, later, sites).changes).toEqual([])
  })
})

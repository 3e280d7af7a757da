import { describe, expect, test } from 'vitest'
import { memoryStore } from '../adapters/storage.ts'
import { merge } from './sheet-state.ts'
import { noSheet, openStored, type StoredSheet } from './stored-sheet.ts'

const enter = (tag: string, draft: object) => (before: StoredSheet) => ({
  ...before,
  tags: [...new Set([...before.tags, tag])],
  edits: { ...before.edits, [tag]: { ...before.edits[tag], ...draft } },
})

describe('28.5, decision 0119: two tabs with one sheet', () => {
  test('neither overwrites what the other has entered, heard of or not; each shows it once it is told', () => {
    const store = memoryStore()
    const open = () => openStored(store, 'sheet', { nothing: noSheet, merged: merge })
    const [one, two] = [open(), open()]
    one.change(enter('a', { skill: 5 }))
    two.change(enter('a', { instructor: 'Ada' }))
    two.change(enter('b', { skill: 1 }))
    const both = { a: { skill: 5, instructor: 'Ada' }, b: { skill: 1 } }
    expect(two.getSnapshot().edits).toEqual(both)
    expect(open().getSnapshot().edits).toEqual(both)
    let told = 0
    const stop = one.subscribe(() => {
      told += 1
    })
    window.dispatchEvent(new StorageEvent('storage', { key: 'sheet' }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'sheet' }))
    expect([one.getSnapshot(), told]).toEqual([expect.objectContaining({ tags: ['a', 'b'], edits: both }), 1])
    stop()
  })

  test('a store that is full keeps nothing, and takes nothing from the page', () => {
    const full = { ...memoryStore(), setItem: () => Promise.reject() as never }
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const kept = openStored(full, 'sheet', { nothing: noSheet, merged: merge })
    kept.change(enter('a', { skill: 5 }))
    expect(kept.getSnapshot().edits).toEqual({ a: { skill: 5 } })
  })
})

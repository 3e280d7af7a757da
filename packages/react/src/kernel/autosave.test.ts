import { expect, test } from 'vitest'
import { memoryStore } from '../adapters/storage.ts'
import { readAutosave, writeAutosave } from './autosave.ts'
import { DRAFTS_KEY } from './tab-storage.ts'

const like = { name: '', tags: [] as string[] }
const kept = { base: { values: like, version: 3 }, values: { name: 'Flow', tags: ['a'] } }

test('a draft comes back to the form and the account that it is of, and is forgotten', () => {
  const store = memoryStore()
  writeAutosave(store, 'u1', { form: 'titles a', kept })
  writeAutosave(store, 'u1', { form: 'titles b', kept })
  expect(readAutosave(store, 'u1', { form: 'titles a', like })).toEqual(kept)
  expect(readAutosave(store, 'u2', { form: 'titles a', like })).toBeUndefined()
  expect(readAutosave(store, 'u1', { form: 'titles c', like })).toBeUndefined()
  writeAutosave(store, 'u1', { form: 'titles a', kept: undefined })
  expect(readAutosave(store, 'u1', { form: 'titles a', like })).toBeUndefined()
  expect(readAutosave(store, 'u1', { form: 'titles b', like })).toEqual(kept)
  writeAutosave(store, 'u1', { form: 'titles b', kept: undefined })
  expect(store.getItem(DRAFTS_KEY)).toBeNull()
})

test('a number that is none comes back as it was before', () => {
  const store = memoryStore()
  const base = { values: { name: '', seconds: 60 } }
  const draft = { base, values: { name: 'Flow', seconds: Number.NaN } }
  writeAutosave(store, 'u1', { form: 'events a', kept: draft })
  expect(readAutosave(store, 'u1', { form: 'events a', like: base.values })?.values).toEqual({
    name: 'Flow',
    seconds: 60,
  })
})

test('what another account or an older portal left, or what is damaged, counts as none', () => {
  const store = memoryStore()
  writeAutosave(store, 'u1', { form: 'titles a', kept })
  expect(readAutosave(store, 'u1', { form: 'titles a', like: { ...like, more: 1 } })).toBeUndefined()
  writeAutosave(store, 'u2', { form: 'titles b', kept })
  expect(readAutosave(store, 'u1', { form: 'titles a', like })).toBeUndefined()
  for (const damaged of ['{', '1', 'null', '{"userId":"u1","drafts":{"titles a":{"values":1}}}']) {
    store.setItem(DRAFTS_KEY, damaged)
    expect(readAutosave(store, 'u1', { form: 'titles a', like })).toBeUndefined()
  }
})

test('28.5, AUTH-21 a secret and a file never leave the form; the rest of it comes back', () => {
  const store = memoryStore()
  const base = { values: { name: '', password: '', jwPlayerSecret: '', file: null as File | null } }
  const values = {
    name: 'Flow',
    password: 'Kinora-1',
    jwPlayerSecret: 'hidden',
    file: new File(['x'], 'a.csv'),
  }
  writeAutosave(store, 'u1', { form: 'tenants.update t', kept: { base, values } })
  expect(store.getItem(DRAFTS_KEY)).not.toMatch(/Kinora-1|hidden/)
  expect(readAutosave(store, 'u1', { form: 'tenants.update t', like: base.values })?.values).toEqual({
    ...base.values,
    name: 'Flow',
  })
})

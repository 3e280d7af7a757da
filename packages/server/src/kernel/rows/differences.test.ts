import { expect, test } from 'vitest'
import { differences, withoutSecrets } from './differences.ts'

test('fields are compared one by one, deep in records, lists as a whole', () => {
  const before = { name: { 'en-GB': 'Sled', 'de-DE': 'Schlitten' }, tags: ['a'], isActive: true, at: null }
  const after = { name: { 'en-GB': 'Sledge', 'fr-FR': 'Luge' }, tags: ['a', 'b'], isActive: true }
  expect(differences(before, after)).toEqual([
    { path: 'name.en-GB', before: 'Sled', after: 'Sledge' },
    { path: 'name.de-DE', before: 'Schlitten', after: null },
    { path: 'tags', before: ['a'], after: ['a', 'b'] },
    { path: 'name.fr-FR', before: null, after: 'Luge' },
  ])
  expect(differences(before, structuredClone(before))).toEqual([])
})

test('secrets are left out wherever they stand', () => {
  const after = {
    passwordHash: 'one',
    mail: { host: 'smtp.example', password: 'two' },
    keys: [{ name: 'CI', secret: 'three' }],
  }
  const recorded = withoutSecrets(differences({}, after))
  expect(recorded).toEqual([
    { path: 'mail.host', before: null, after: 'smtp.example' },
    { path: 'keys', before: null, after: [{ name: 'CI' }] },
  ])
})

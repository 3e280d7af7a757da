import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { versionWord } from './versions.ts'

test('a server of another version is named with ours; a patch is none', () => {
  const [major, minor] = manifest.version.split('.')
  expect(versionWord(`${major}.${minor}.99`)).toBeUndefined()
  expect(versionWord('9.3.1')).toBe(
    `The server is version 9.3.1, this program ${manifest.version}: install the same one, or some commands may fail.`,
  )
})

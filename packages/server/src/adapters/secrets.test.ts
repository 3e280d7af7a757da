import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSecrets, readSecretKey } from './secrets.ts'

const one = createSecrets(new Uint8Array(48).fill(1))
const other = createSecrets(new Uint8Array(48).fill(2))
const codeOf = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return (error as { issues: { code: string }[] }).issues[0]?.code
  }
}

describe('secrets at rest', () => {
  test.each(['', 'sk_live_1', 'Schlüssel 🔑', 'x'.repeat(10_000)])('opens what it sealed: %.20s', text => {
    const sealed = one.seal(text)
    expect(one.open(sealed)).toBe(text)
    if (text !== '') expect(sealed).not.toContain(text)
    expect(one.seal(text)).not.toBe(sealed)
  })

  test('tells another key from a text that was changed', () => {
    const sealed = one.seal('sk_live_1')
    expect(codeOf(() => other.open(sealed))).toBe('secret.otherKey')
    expect(codeOf(() => one.open(`${sealed.slice(0, -4)}AAAA`))).toBe('secret.damaged')
    expect(codeOf(() => one.open(sealed.slice(0, 14)))).toBe('secret.damaged')
    expect(codeOf(() => one.open('nothing'))).toBe('secret.otherKey')
  })

  test('makes the key of a data folder once, readable by its owner alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-secret-'))
    const key = await readSecretKey(folder)
    expect(await readSecretKey(folder)).toEqual(key)
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
    await rm(folder, { recursive: true })
  })
})

import { describe, expect, test } from 'vitest'
import { cacheUnsavedSessions } from './client.ts'
import type { StoredSession, TokenVault } from './world.ts'

const signIn = (token: string): StoredSession => ({
  ...{ url: 'http://127.0.0.1', email: 'a@b.c', userId: 'u' },
  ...{ token, refreshToken: `${token}-refresh` },
})

/** A vault on a disk that can be full. */
function createVault() {
  let stored = signIn('old')
  const place = { kind: 'file', path: 'tokens.json' } as const
  const disk = { isFull: false }
  const vault: TokenVault = {
    read: async () => ({ session: stored, place }),
    async write(session) {
      if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      stored = session
      return place
    },
    clear: async () => undefined,
  }
  return { vault, disk, token: () => stored.token }
}

describe('AUTH-13 a renewed sign-in that finds no room on the disk', () => {
  test('is told of, holds for the command, and is stored with the next renewal that finds room', async () => {
    const { vault, disk, token } = createVault()
    let told = 0
    const remembering = cacheUnsavedSessions(vault, () => {
      told += 1
    })
    disk.isFull = true
    await remembering.write(signIn('new'))
    expect([token(), (await remembering.read(''))?.session.token, told]).toEqual(['old', 'old', 1])
    expect((await remembering.read(signIn('').url))?.session.token).toBe('new')
    disk.isFull = false
    await remembering.write(signIn('newer'))
    expect([token(), (await remembering.read(signIn('').url))?.session.token]).toEqual(['newer', 'newer'])
  })
})

import { binary, KinoraError, noun, post, Role } from '@kinora/core'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Deps } from '../../deps.ts'
import { systemClock } from '../../ports/runtime.ts'
import { type AllHandlers, type ServerEnv, serve } from './serve.ts'

const things = noun('things', {
  store: post('/things', {
    summary: 'store',
    input: z.object({ file: z.custom<Blob>(value => value instanceof Blob, 'required.file') }),
    output: binary('text/plain'),
    allow: [Role.Admin],
    multipart: true,
  }),
})

/** A server whose handler holds each file until it is let go. */
function holding() {
  const held: (() => void)[] = []
  const seen: number[] = []
  let letAllGo = false
  const handlers: AllHandlers<{ things: typeof things }> = {
    things: {
      async store({ file }) {
        if (!letAllGo) await new Promise<void>(resolve => held.push(resolve))
        const text = await file.text()
        if (text === 'refused') throw new KinoraError('conflict')
        seen.push(Number(text))
        return { body: 'stored', contentType: 'text/plain' }
      },
    },
  }
  const app = new Hono<ServerEnv>()
  app.onError((_, c) => c.text('', 409))
  serve(app, { things }, handlers, {
    deps: { clock: systemClock } as Deps,
    authenticate: async token => ({
      kind: 'person',
      caller: {
        userId: token,
        displayName: '',
        email: '',
        role: Role.Admin,
        providerId: null,
        tenantIds: [],
      },
    }),
    assertRight: () => undefined,
    assertAccount: async () => undefined,
    assertNotRevoked: async () => undefined,
    isTenant: async () => true,
  })
  return {
    held,
    seen,
    letGo() {
      letAllGo = true
      for (const release of held.splice(0)) release()
    },
    async send(user: string, text: string) {
      const body = new FormData()
      body.append('file', new Blob([text]), 'a.txt')
      const headers = { authorization: `Bearer ${user}` }
      return (await app.request('/things', { method: 'POST', body, headers })).status
    },
  }
}

describe('forms that are held whole', () => {
  test('eight of one caller at once; the rest wait unread, and nobody else waits for them', async () => {
    const { held, seen, letGo, send } = holding()
    const mine = Array.from({ length: 30 }, (_, index) => send('mine', String(index)))
    await expect.poll(() => held.length).toBe(8)
    const theirs = send('theirs', '100')
    await expect.poll(() => held.length).toBe(9)
    letGo()
    expect([await theirs, ...(await Promise.all(mine))]).toEqual(Array(31).fill(200))
    expect(seen.toSorted((a, b) => a - b)).toEqual([...Array(30).keys(), 100])
  })

  test('one that is refused gives its turn back', async () => {
    const { letGo, send } = holding()
    letGo()
    const refused = await Promise.all(Array.from({ length: 20 }, () => send('mine', 'refused')))
    expect(new Set(refused)).toEqual(new Set([409]))
    expect(await send('mine', '1')).toBe(200)
  })
})

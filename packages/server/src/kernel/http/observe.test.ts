import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { Log } from '../../ports/runtime.ts'
import { observe } from './observe.ts'
import type { ServerEnv } from './serve.ts'

describe('AUTH-21 the log of calls', () => {
  test('holds neither query strings nor headers nor the token of a signed link', async () => {
    const lines: object[] = []
    const keep = (fields: object) => void lines.push(fields)
    const log: Log = { debug: keep, info: keep, warn: keep, error: keep }
    const app = new Hono<ServerEnv>()
    app.use(observe(log, { clientOf: () => ({ address: '127.0.0.1', isSecure: false }) }))
    app.get('/streams/:token/*', c => c.text('segment'))
    for (const path of ['/media/originals/s3cret', '/calendars/s3cret.ics']) {
      await app.request(path)
      expect(lines.pop()).toMatchObject({ path: path.replace(/s3cret.*/, '…') })
    }
    await app.request('/streams/s3cret/720/1.m4s?key=s3cret', { headers: { authorization: 'Bearer s3cret' } })
    expect(lines).toMatchObject([
      { method: 'GET', path: '/streams/…/720/1.m4s', status: 200, address: '127.0.0.1' },
    ])
    expect(JSON.stringify(lines)).not.toContain('s3cret')
  })
})

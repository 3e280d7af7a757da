import { spawn } from 'node:child_process'
import { createPublicKey, verify as verifyByKey } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createServer as createHttp, type Server as HttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { join } from 'node:path'
import { deliveryDelays, eventSchemas, isSecretName, type LogEvent } from '@kinora/core'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { patience, until } from '../../../scripts/patience.ts'
import { createAddresses } from '../src/adapters/addresses-http.ts'
import { recordEvents } from '../src/kernel/rows/event-log.ts'
import { deliverDue } from '../src/webhooks/deliver.ts'
import { webhookAttemptsTable, webhookMessagesTable, webhooksTable } from '../src/webhooks/tables.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { issuesOf } from './refusals.ts'

const tenantId = 'pulsehouse'
const draft = { description: '', eventTypes: [], isActive: true }
const DAY = 86_400

interface Received {
  headers: Record<string, string>
  body: string
  event: LogEvent
}

/** A receiver of somebody else's: what it answers is the test's to say. */
async function startReceiver(answer: (got: Received) => number | Promise<number>) {
  const got: Received[] = []
  const http: HttpServer = createHttp(async (request, response) => {
    const body = await textOf(request)
    const headers = request.headers as Record<string, string>
    const received = { headers, body, event: JSON.parse(body) as LogEvent }
    const status = await answer(received)
    if (status < 300) got.push(received)
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('noted')
  })
  await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
  return {
    got,
    url: `http://localhost:${(http.address() as AddressInfo).port}/hooks`,
    close: () => http.close(),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return text
}

const signaturesOf = ({ headers }: Received): string[] => headers['webhook-signature']!.split(' ')
const versionsOf = (got: Received): string[] => signaturesOf(got).map(each => each.split(',')[0]!)

/** As the text of Standard Webhooks has it: `v1a`, ed25519 over id, time and body by the key behind `whpk_`. The library verifies `v1` alone. */
function isSignedBy(publicKey: string, got: Received): boolean {
  const x = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const { 'webhook-id': id, 'webhook-timestamp': time } = got.headers
  const signed = Buffer.from(`${id}.${time}.${got.body}`)
  return signaturesOf(got)
    .filter(each => each.startsWith('v1a,'))
    .some(each => verifyByKey(null, signed, key, Buffer.from(each.slice(4), 'base64')))
}

describe.each(databases)('HOOK-01 HOOK-02 HOOK-04 what happens is told, on %s', db => {
  let server: TestServer
  const clock = createTestClock()
  let answer: (got: Received) => number | Promise<number> = () => 204
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => {
    server = await createTestServer({ db, clock, networks: ['127.0.0.0/8', '::1'] })
    receiver = await startReceiver(got => answer(got))
  })
  beforeEach(async () => {
    answer = () => 204
    receiver.got.length = 0
    await server.deps.db.delete(webhooksTable)
  })
  afterAll(async () => {
    receiver?.close()
    await server?.close()
  })
  const api = () => server.api('tenant')
  const deliver = () => deliverDue(server.deps)
  const newLabel = async (className: string) => (await api().titles.create({ className })).tag
  const events = (after?: string) => api()['event-log'].list({ limit: 1000, ...(after && { after }) })
  const happen = (subject: string, count = 1) =>
    recordEvents(
      server.deps.db,
      Array.from({ length: count }, (_, nth) => ({
        ...{ type: 'collection.updated' as const, at: clock.now(), owner: { tenantId }, subject },
        version: nth + 1,
      })),
    )

  test('HOOK-01 an act is an event of its tenant, numbered without a gap, with who did it and no values', async () => {
    const tag = await newLabel('Morning flow')
    await api().titles.update({ tag, className: 'Evening flow' })
    await api().titles.remove({ tags: [tag] })
    const { data } = await events()
    expect(data.map(({ type }) => type)).toEqual(['title.created', 'title.updated', 'title.deleted'])
    expect(data.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(data[1]).toMatchObject({
      tenantId,
      actor: { client: 'api' },
      data: {
        titleTag: tag,
        name: 'Evening flow',
        version: 2,
        changed: expect.arrayContaining(['className']),
      },
    })
    expect(JSON.stringify(data[1])).not.toContain('Morning flow')
    for (const event of data) {
      const { schema } = eventSchemas.find(({ type }) => type === event.type)!
      expect(schema.safeParse(event).error).toBeUndefined()
    }
    const foreign = await server.api('support', { tenantId: 'nordicmove' })['event-log'].list({})
    expect(foreign.data).toEqual([])
    const all = await server.api('admin')['event-log'].list({ tenant: tenantId, limit: 2 })
    expect(all).toMatchObject({ hasMore: true, next: data[1]!.id })
  })

  test('HOOK-01 a key that is made, gets a new secret and is revoked is told, and none of its secrets', async () => {
    const { next } = await events()
    const endsOn = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    const { keyId, secret } = await api().keys.create({ name: 'Nightly', rights: ['read'], endsOn })
    const rotated = await api().keys.rotate({ keyId })
    await api().keys.revoke({ keyId })
    const { data } = await events(next!)
    expect(data.map(({ type, data: { keyId: id, name } }) => [type, id, name])).toEqual(
      ['key.created', 'key.rotated', 'key.revoked'].map(type => [type, keyId, 'Nightly']),
    )
    for (const each of [secret, rotated.secret]) expect(JSON.stringify(data)).not.toContain(each)
  })

  test('HOOK-01 what a rolled back transaction wrote never happened', async () => {
    const { next } = await events()
    const broken = server.deps.db.transaction(async tx => {
      await recordEvents(tx, [
        { type: 'collection.updated', at: clock.now(), owner: { tenantId }, subject: 'never' },
      ])
      throw new Error('in the middle')
    })
    await expect(broken).rejects.toThrow('in the middle')
    await happen('after')
    const { data } = await events(next!)
    expect(data.map(({ data: { collectionTag } }) => collectionTag)).toEqual(['after'])
  })

  // PGlite has one transaction at a time.
  test.runIf(db === 'postgres')(
    'HOOK-01 what commits late is numbered behind what was read before',
    async () => {
      const { next } = await events()
      let commit = (): void => undefined
      const held = new Promise<void>(resolve => {
        commit = resolve
      })
      let late: Promise<void> | undefined
      await new Promise<void>((resolve, reject) => {
        late = server.deps.db.transaction(async tx => {
          await recordEvents(tx, [
            { type: 'collection.updated', at: clock.now(), owner: { tenantId }, subject: 'late' },
          ])
          resolve()
          await held
        })
        late.catch(reject)
      })
      await happen('early')
      const first = await events(next!)
      expect(first.data.map(({ data }) => data.collectionTag)).toEqual(['early'])
      commit()
      await late
      const second = await events(first.next!)
      expect(second.data.map(({ data }) => data.collectionTag)).toEqual(['late'])
      expect(second.data[0]!.number).toBe(first.data[0]!.number + 1)
    },
  )

  test('HOOK-02 the public library verifies what arrives, by the old secret too while both are good', async () => {
    const { webhookId, secret } = await api().webhooks.create({ ...draft, url: receiver.url })
    const tag = await newLabel('Verified')
    await deliver()
    const [first] = receiver.got
    const verify =
      (by: string, { body, headers }: Received) =>
      () =>
        new Verifier(by).verify(body, headers)
    // The library reads the time of this machine.
    const now = clock.now()
    const real = Date.now
    Date.now = () => now.getTime()
    try {
      expect(verify(secret, first!)()).toMatchObject({ type: 'title.created', data: { titleTag: tag } })
      expect(verify('whsec_bm90IHRoaXMgb25lIGF0IGFsbA==', first!)).toThrow()
      const rotated = await api().webhooks.rotate({ webhookId, hours: 2 })
      await happen('rotated')
      await deliver()
      for (const each of [secret, rotated.secret]) expect(verify(each, receiver.got[1]!)).not.toThrow()
    } finally {
      Date.now = real
    }
    clock.forward(2 * 3600)
    await happen('later')
    await deliver()
    expect(versionsOf(receiver.got[2]!)).toEqual(['v1', 'v1a'])
    const shown = JSON.stringify(await api().webhooks.view({ webhookId }))
    expect(shown).not.toContain(secret)
    const [row] = await server.deps.db.select().from(webhooksTable)
    expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length))
  })

  test('HOOK-02 whoever has the public key alone verifies it too, by the old key while both are good', async () => {
    const made = await api().webhooks.create({ ...draft, url: receiver.url })
    const { webhookId } = made
    expect(made.publicKey).toMatch(/^whpk_[\w+/]{43}=$/)
    expect((await api().webhooks.view({ webhookId })).publicKey).toBe(made.publicKey)
    await happen('by key')
    await deliver()
    const [first] = receiver.got
    expect(versionsOf(first!)).toEqual(['v1', 'v1a'])
    expect(isSignedBy(made.publicKey, first!)).toBe(true)
    expect(isSignedBy(made.publicKey, { ...first!, body: `${first!.body} ` })).toBe(false)
    const rotated = await api().webhooks.rotate({ webhookId, hours: 1 })
    await happen('rotated')
    await deliver()
    expect(versionsOf(receiver.got[1]!)).toEqual(['v1', 'v1', 'v1a', 'v1a'])
    for (const key of [made.publicKey, rotated.publicKey])
      expect(isSignedBy(key, receiver.got[1]!)).toBe(true)
    clock.forward(3600)
    await happen('later')
    await deliver()
    const of = (key: string) => isSignedBy(key, receiver.got[2]!)
    expect([of(made.publicKey), of(rotated.publicKey)]).toEqual([false, true])
  })

  test('HOOK-02 only what is asked for, only one’s own; the platform’s gets all', async () => {
    await api().webhooks.create({ ...draft, url: `${receiver.url}/own`, eventTypes: ['title.deleted'] })
    const own = await newLabel('Mine')
    await recordEvents(server.deps.db, [
      { type: 'title.deleted', at: clock.now(), owner: { tenantId: 'nordicmove' }, subject: 'theirs' },
    ])
    await api().titles.remove({ tags: [own] })
    await deliver()
    expect(receiver.got.map(({ event }) => event.data.titleTag)).toEqual([own])
    await server.api('admin').webhooks.create({ ...draft, url: `${receiver.url}/all` })
    await recordEvents(server.deps.db, [
      { type: 'title.deleted', at: clock.now(), owner: { tenantId: 'nordicmove' }, subject: 'theirs' },
    ])
    await deliver()
    expect(receiver.got.at(-1)!.event.data.titleTag).toBe('theirs')
  })

  test('HOOK-02 a receiver that never answers holds up no other', async () => {
    let release = () => {}
    const held = new Promise<number>(done => {
      release = () => done(200)
    })
    const slow = await startReceiver(() => held)
    await api().webhooks.create({ ...draft, url: slow.url })
    await api().webhooks.create({ ...draft, url: receiver.url })
    for (let nth = 0; nth < 10; nth += 1) await happen(`many-${nth}`)
    const delivering = deliver()
    await expect.poll(() => receiver.got.length).toBe(10)
    expect(slow.got).toEqual([])
    release()
    await delivering
    expect(slow.got).toHaveLength(10)
    slow.close()
  })

  test('HOOK-02 410 ends it at once, five days of failures end it later; its owner is told once', async () => {
    const mails = async () => {
      const files = await readdir(join(server.folder, 'outbox')).catch(() => [])
      return Promise.all(files.map(file => readFile(join(server.folder, 'outbox', file), 'utf8')))
    }
    const before = (await mails()).length
    const gone = await api().webhooks.create({ ...draft, url: `${receiver.url}/gone` })
    answer = () => 410
    await happen('gone')
    await deliver()
    await deliver()
    expect(await api().webhooks.view(gone)).toMatchObject({ isActive: false, switchedOff: 'gone' })
    expect(await mails()).toHaveLength(before + 1)
    await api().webhooks.remove(gone)

    const failing = await api().webhooks.create({ ...draft, url: `${receiver.url}/failing` })
    answer = () => 500
    for (let day = 0; day < 6; day += 1) {
      await happen(`day-${day}`)
      await deliver()
      clock.forward(DAY)
    }
    expect(await api().webhooks.view(failing)).toMatchObject({ isActive: false, switchedOff: 'failing' })
    expect(await mails()).toHaveLength(before + 2)
    expect((await mails()).join('\n')).toContain(failing.webhookId)

    answer = () => 200
    const back = await api().webhooks.update({ webhookId: failing.webhookId, isActive: true })
    expect(back).toMatchObject({ isActive: true, switchedOff: null, failingSince: null })
    await deliver()
    expect(receiver.got.length).toBeGreaterThan(0)
  })

  test('HOOK-04 tries are kept with request and answer; one event, or all since a moment, are sent again', async () => {
    const { webhookId } = await api().webhooks.create({ ...draft, url: receiver.url })
    answer = () => 500
    const since = clock.now().toISOString()
    await happen('kept')
    await happen('other')
    await deliver()
    answer = () => 200
    clock.forward(deliveryDelays[0])
    await deliver()
    const { data } = await api().webhooks.deliveries({ webhookId })
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({
      state: 'delivered',
      tries: 2,
      attempts: [
        { status: 500, answer: 'noted', request: { headers: { 'webhook-id': data[0]!.eventId } } },
        { status: 200, problem: null },
      ],
    })
    expect(JSON.stringify(data)).not.toContain('webhook-signature')
    expect(await api().webhooks.resend({ webhookId, eventId: data[0]!.eventId })).toEqual({ count: 1 })
    await deliver()
    expect(receiver.got).toHaveLength(3)
    expect(receiver.got[2]!.headers['webhook-id']).toBe(data[0]!.eventId)
    expect(await api().webhooks.resend({ webhookId, since })).toEqual({ count: 2 })
    await deliver()
    expect(receiver.got).toHaveLength(5)
    const elsewhere = `${new Date(Date.parse(since) + 86_340_000).toISOString().slice(0, -1)}+23:59`
    expect(await api().webhooks.resend({ webhookId, since: elsewhere })).toEqual({ count: 2 })
    await deliver()
    expect(await issuesOf(api().webhooks.resend({ webhookId }))).toEqual(['eventId webhook.resendWhat'])
    expect(await issuesOf(api().webhooks.resend({ webhookId, eventId: 'evt_999999' }))).toEqual([
      'eventId webhook.noDelivery',
    ])
    expect(await api().webhooks.test({ webhookId })).toMatchObject({ status: 200, answer: 'noted' })
    expect(receiver.got.at(-1)!.event.type).toBe('webhook.test')
  })

  test('HOOK-04 rotated again and again while messages are on their way, each arrives signed by a secret that is good; deleted meanwhile, it leaves nothing', async () => {
    const { webhookId, secret } = await api().webhooks.create({ ...draft, url: receiver.url })
    const secrets = [secret]
    const isSigned = ({ headers, body }: Received): boolean =>
      secrets.some(each => {
        const { 'webhook-id': id = '', 'webhook-timestamp': seconds } = headers
        const sent = new Verifier(each).sign(id, new Date(Number(seconds) * 1000), body)
        return headers['webhook-signature']!.split(' ').includes(sent)
      })
    answer = got => (isSigned(got) ? 204 : 401)
    for (let nth = 0; nth < 40; nth += 1) await happen(`raced-${nth}`)
    const delivering = deliver()
    for (let nth = 0; nth < 3; nth += 1)
      secrets.push((await api().webhooks.rotate({ webhookId, hours: 1 })).secret)
    await delivering
    expect(new Set(receiver.got.map(({ event }) => event.data.collectionTag)).size).toBe(40)
    for (let nth = 0; nth < 20; nth += 1) await happen(`gone-${nth}`)
    const last = deliver()
    await api().webhooks.remove({ webhookId })
    await last
    expect(await server.deps.db.$count(webhookMessagesTable)).toBe(0)
    expect(await server.deps.db.$count(webhookAttemptsTable)).toBe(0)
  })

  test('HOOK-02 a secret that can’t be opened is a try that failed, and not one without end', async () => {
    const { webhookId } = await api().webhooks.create({ ...draft, url: receiver.url })
    await server.deps.db.update(webhooksTable).set({ secret: { sealed: 'x', endsWith: '', setAt: '' } })
    await happen('unsigned')
    await deliver()
    const { data } = await api().webhooks.deliveries({ webhookId })
    expect(data).toMatchObject([{ state: 'waiting', attempts: [{ status: null }] }])
    expect(receiver.got).toEqual([])
  })
})

test('HOOK-02 the receiver of docs/webhooks.md takes what is signed, and refuses what isn’t', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
  const code = /```js\n([\s\S]*?)```/.exec(page)![1]!
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(16)
  const server = await createTestServer({ networks: ['127.0.0.0/8', '::1'] })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/hooks`
  const { webhooks } = server.api('tenant')
  const { webhookId, secret } = await webhooks.create({ ...draft, url })
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), KINORA_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', piece => {
    printed += String(piece)
  })
  const unsigned = () => fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined)
  expect((await until('it listens', unsigned)).status).toBe(401)
  await recordEvents(server.deps.db, [
    { type: 'collection.updated', at: new Date(), owner: { tenantId }, subject: 'told' },
  ])
  await deliverDue(server.deps)
  expect((await webhooks.view({ webhookId })).waiting).toBe(0)
  await until('it is printed', () => printed.includes('collection.updated {"collectionTag":"told"'))
  child.kill('SIGKILL')
  await server.close()
})

async function freePort(): Promise<number> {
  const taken = createTcp()
  await new Promise<void>(done => taken.listen(0, '127.0.0.1', done))
  const { port } = taken.address() as AddressInfo
  await new Promise(done => taken.close(done))
  return port
}

test('HOOK-01 no event has a field for a secret', () => {
  const named = (schema: z.core.JSONSchema.BaseSchema): string[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
      name,
      ...named(inner as z.core.JSONSchema.BaseSchema),
    ])
  for (const { type, schema } of eventSchemas)
    expect(named(z.toJSONSchema(schema)).filter(isSecretName), type).toEqual([])
})

describe('HOOK-03 addresses of inner networks', () => {
  const message = {
    headers: {},
    body: '{}',
    timeout: patience,
    signal: new AbortController().signal,
  }
  const closed = createAddresses([])

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::a00:1]/',
    'http://10.0.0.8/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/',
  ])('%s is refused where it is saved, and where it is sent to', async url => {
    expect(await closed.isPublic(url)).toBe(false)
    await expect(closed.post(url, message)).rejects.toThrow('not a public address')
  })

  test('a redirect is an answer and isn’t followed', async () => {
    const paths: string[] = []
    const http = createHttp((request, response) => {
      paths.push(request.url!)
      response.writeHead(307, { location: 'http://169.254.169.254/' }).end()
    })
    await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/first`
    const reply = await createAddresses(['127.0.0.0/8']).post(url, message)
    http.close()
    expect(reply.status).toBe(307)
    expect(paths).toEqual(['/first'])
  })

  test('HOOK-02 an answer that changes the protocol ends the delivery, and the check of an address', async () => {
    const tcp = createTcp(socket => {
      socket.on('error', () => undefined)
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      )
    })
    await new Promise<void>(done => tcp.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(tcp.address() as AddressInfo).port}/`
    const open = createAddresses(['127.0.0.0/8'])
    await expect(open.post(url, message)).rejects.toThrow('another protocol')
    expect(await open.isAccessible(url, message.signal)).toBe(false)
    tcp.close()
  })

  test('the form says which host it is', async () => {
    const server = await createTestServer()
    const { webhooks } = server.api('tenant')
    const url = 'http://localhost:9/hooks'
    expect(await issuesOf(webhooks.create({ ...draft, url }))).toEqual(['url webhook.innerAddress'])
    await server.close()
  })
})

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LogEvent } from '@kinora/core'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import type { RunOptions, Shell } from './shell.ts'

interface Received {
  headers: Record<string, string>
  body: string
  event: LogEvent
}

/** A receiver of somebody else's: what it answers is the test's to say. */
async function startReceiver() {
  const http = createServer(async (request, response) => {
    const body = await textOf(request)
    const event = JSON.parse(body) as LogEvent
    received.got.push({ headers: request.headers as Record<string, string>, body, event })
    const status = received.answer
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('noted')
  })
  await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
  const { port } = http.address() as AddressInfo
  const received = {
    answer: 204,
    got: [] as Received[],
    url: `http://127.0.0.1:${port}/hooks`,
    close: () => http.close(),
  }
  return received
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return text
}

let server: TestPlatform
let person: Shell
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  server = await startTestPlatform({ urlCheckNetworks: ['127.0.0.0/8', '::1'] })
  person = await server.signedIn('tenant')
  receiver = await startReceiver()
})
beforeEach(() => {
  receiver.answer = 204
  receiver.got.length = 0
})
afterAll(async () => {
  receiver?.close()
  await server?.close()
})

const webhooks = (...args: string[]) => person.run(['webhooks', ...args])
/** A title without a file; its tag. */
async function newTitle(className: string): Promise<string> {
  const input = JSON.stringify({ className })
  const made = await person.run(['api', 'titles.create', '--input', input])
  return (JSON.parse(made.stdout) as { tag: string }).tag
}
const tagsGot = () => receiver.got.map(({ event }) => event.data.titleTag)
const verify = (secret: string, { body, headers }: Received) => new Verifier(secret).verify(body, headers)

/** Starts a command that goes on until it is stopped; resolves once it says that it waits for events. */
async function started(args: readonly string[], options: RunOptions = {}) {
  const stop = new AbortController()
  const told = { stdout: '', stderr: '' }
  const ended = person.run(args, {
    ...options,
    signal: stop.signal,
    onOutput: chunk => {
      told.stdout += chunk
    },
    onError: chunk => {
      told.stderr += chunk
    },
  })
  await until('it waits for events', () => told.stderr.includes('Waiting for events'))
  return {
    told,
    end: () => {
      stop.abort(new DOMException('stopped', 'AbortError'))
      return ended
    },
  }
}

describe('HOOK-01 HOOK-05 kinora events', () => {
  test('list names what happened, the oldest first, from an event or a moment on', async () => {
    const since = new Date().toISOString()
    const [first, second] = [await newTitle('Listed one'), await newTitle('Listed two')]
    const { stdout } = await person.run(['events', 'list', '--since', since, '--type', 'title.created'])
    const lines = stdout.trim().split('\n')
    expect(lines.map(line => line.split('\t')[3])).toEqual([first, second])
    expect(lines[0]).toMatch(/^evt_\d+\t\S+Z\ttitle\.created\t\S+\tListed one\t/)
    const [id = ''] = lines[0]!.split('\t')
    const after = await person.run(['events', 'list', '--after', id, '--json', 'id,data'])
    expect((JSON.parse(after.stdout) as LogEvent[]).map(({ data }) => data.titleTag)).toEqual([second])
    const one = await person.run(['events', 'list', '--since', since, '--limit', '1'])
    expect(one.stderr).toContain(`pass --after ${id}`)
  })

  test('says by the flag what is wrong', async () => {
    const list = (...args: string[]) => person.run(['events', 'list', ...args])
    const after = await list('--after', 'seven')
    expect([after.code, after.stderr]).toEqual([2, expect.stringMatching(/evt_123[\s\S]*--after/)])
    expect(await list('--since', 'soon')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--since'),
    })
    expect(await list('--type', 'title.sung')).toMatchObject({ code: 2 })
  })

  test('follow prints each from now on as a line of JSON; Ctrl-C ends it well and says how to go on', async () => {
    await newTitle('Before')
    const following = await started(['events', 'follow', '--type', 'title.created', '--json'])
    const tags = [await newTitle('Followed one'), await newTitle('Followed two')]
    await until('the event is told', () => following.told.stdout.includes(tags[1]!))
    const { code, stdout, stderr } = await following.end()
    const events = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as LogEvent)
    expect(events.map(({ data }) => data.titleTag)).toEqual(tags)
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`kinora events follow --after ${events[1]!.id}`),
    ])
    const before = await started(['events', 'follow', '--after', events[0]!.id], { tty: true })
    await until('the event is told', () => before.told.stdout.includes(tags[1]!))
    expect((await before.end()).stdout).toMatch(
      /^evt_\d+ {2}\S+Z {2}title\.created {2}\S+ {2}Followed two {2}/,
    )
  })

  test('an administrator follows all tenants, or one by --tenant', async () => {
    const admin = await server.signedIn('admin')
    const tag = await newTitle('Of a tenant')
    const list = (...args: string[]) => admin.run(['events', 'list', '--limit', '1000', ...args])
    expect((await list('--tenant', 'pulsehouse')).stdout).toContain(tag)
    expect((await list('--tenant', 'oasiswellness')).stdout).not.toContain(tag)
  })
})

describe('HOOK-02 HOOK-04 kinora webhooks', () => {
  test('create prints the secret once, and the public library verifies by it what arrives', async () => {
    const made = await webhooks('create', '--endpoint', receiver.url, '--type', 'title.created,title.deleted')
    expect(made.code).toBe(0)
    const secret = made.stdout.trim()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(made.stderr).toMatch(/Copy it now: it is not shown again[\s\S]*✔ Created/)
    const listed = await webhooks('list')
    const id = /^(\S+)\thttp:/m.exec(listed.stdout)![1]!
    expect(listed.stdout).toContain(`${receiver.url}\ttitle.created, title.deleted\tActive\t0\tnever`)
    const shown = await webhooks('show', id, '--json')
    expect(JSON.parse(shown.stdout)).toMatchObject({ webhookId: id, isActive: true })
    expect(made.stderr + listed.stdout + shown.stdout).not.toContain(secret)
    const tag = await newTitle('Delivered')
    await until('it is delivered', () => tagsGot().includes(tag))
    expect(verify(secret, receiver.got[0]!)).toMatchObject({ type: 'title.created' })
    const edited = await webhooks('edit', id, '--type', '', '--description', 'Search', '--no-active')
    expect(edited.code).toBe(0)
    expect((await webhooks('list')).stdout).toContain('\tall\tInactive\t')
    expect((await webhooks('delete', id, '--yes')).code).toBe(0)
    expect((await webhooks('list')).stdout).not.toContain(receiver.url)
  })

  test('test says what came back, with exit code 1 where it was not taken', async () => {
    const { webhookId: id } = await newWebhook()
    const good = await webhooks('test', id)
    expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('status\t204')])
    expect(receiver.got.at(-1)!.event.type).toBe('webhook.test')
    receiver.answer = 302
    const bad = await webhooks('test', id, '--json', 'status,answer')
    expect([bad.code, JSON.parse(bad.stdout)]).toEqual([1, { status: 302, answer: 'noted' }])
    expect(bad.stderr).toContain('not taken: HTTP 302')
    await webhooks('delete', id, '--yes')
  })

  test('deliveries show each try; one event, or all since a moment, are sent again', async () => {
    const { webhookId: id } = await newWebhook()
    const since = new Date().toISOString()
    const tag = await newTitle('Sent twice')
    const state = async () => (await webhooks('deliveries', id, '--state', 'delivered')).stdout
    const delivered = await until('it is delivered', async () => (await state()) || undefined)
    expect(delivered).toMatch(/^evt_\d+\ttitle\.created\t\S+\tdelivered\t1\tHTTP 204\t/)
    const [event = ''] = delivered.split('\t')
    const tries = await webhooks('deliveries', id, '--event', event, '--json', 'attempts')
    expect(JSON.parse(tries.stdout)).toMatchObject([{ attempts: [{ status: 204 }] }])
    for (const what of [
      ['--event', event],
      ['--since', since],
    ]) {
      const before = receiver.got.length
      const again = await webhooks('resend', id, ...what)
      expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('1 event is sent again')])
      await until('it is sent again', () => receiver.got.length > before)
    }
    expect(new Set(tagsGot())).toEqual(new Set([tag]))
    const none = await webhooks('resend', id)
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/which event[\s\S]*--event/)])
    await webhooks('delete', id, '--yes')
  })

  test('rotate prints a new secret; both sign while the old one is kept', async () => {
    const { webhookId: id, secret } = await newWebhook()
    const kept = await webhooks('rotate', id, '--keep-old', '2')
    expect(kept.stderr).toContain('The old one signs as well for 2 hours')
    await webhooks('test', id)
    for (const each of [secret, kept.stdout.trim()]) verify(each, receiver.got.at(-1)!)
    expect((await webhooks('rotate', id, '--keep-old', '0')).stderr).toContain('--yes')
    const last = await webhooks('rotate', id, '--keep-old', '0', '--yes')
    await webhooks('test', id)
    verify(last.stdout.trim(), receiver.got.at(-1)!)
    expect(() => verify(secret, receiver.got.at(-1)!)).toThrow()
    await webhooks('delete', id, '--yes')
  })

  test('says by the flag or the id what is wrong', async () => {
    const closed = await webhooks('create', '--endpoint', 'http://10.0.0.8/hooks')
    expect([closed.code, closed.stderr]).toEqual([
      2,
      expect.stringMatching(/10\.0\.0\.8[\s\S]*not public[\s\S]*--endpoint/),
    ])
    const none = await webhooks('create')
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--endpoint')])
    for (const verb of ['show', 'test', 'deliveries', 'rotate']) {
      const { code, stderr } = await webhooks(verb, 'nothing-here')
      expect([verb, code, stderr]).toEqual([verb, 3, expect.stringContaining('kinora webhooks list')])
    }
  })
})

/** A webhook of all events to the receiver. */
async function newWebhook(): Promise<{ webhookId: string; secret: string }> {
  return JSON.parse((await webhooks('create', '--endpoint', receiver.url, '--json')).stdout)
}

describe('HOOK-05 kinora webhooks listen', () => {
  test('hands each event on, signed by a secret that it prints; a receiver that fails holds up nothing', async () => {
    const listening = await started(['webhooks', 'listen', '--forward-to', receiver.url])
    const secret = listening.told.stdout.trim()
    const first = await newTitle('Forwarded')
    await until('it is handed on', () => receiver.got.length === 1)
    expect(tagsGot()).toEqual([first])
    expect(verify(secret, receiver.got[0]!)).toMatchObject({ type: 'title.created' })
    receiver.answer = 302
    const second = await newTitle('Refused')
    await until('it is handed on', () => receiver.got.length === 2)
    expect(tagsGot()).toEqual([first, second])
    await until('the event is told', () => listening.told.stdout.includes('HTTP 302'))
    const { code, stdout, stderr } = await listening.end()
    const [, ...lines] = stdout.trim().split('\n')
    expect(lines.map(line => line.split('\t').slice(1, 3))).toEqual([
      ['HTTP 204', 'title.created'],
      ['HTTP 302', 'title.created'],
    ])
    expect([code, stderr]).toEqual([0, expect.stringContaining('kinora webhooks listen --forward-to')])
  })

  test('signs by a secret of one’s own; who doesn’t answer is told, as JSON too', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const flags = ['--secret', '-', '--type', 'title.created', '--json', 'status,problem']
    const listen = (to: string) =>
      started(['webhooks', 'listen', '--forward-to', to, ...flags], { stdin: `${secret}\n` })
    const listening = await listen(receiver.url.replace('http://', ''))
    await newTitle('By a secret of mine')
    await until('the event is told', () => listening.told.stdout.includes('204'))
    verify(secret, receiver.got[0]!)
    expect((await listening.end()).stdout).toBe('{"status":204,"problem":null}\n')
    const nobody = await listen('http://127.0.0.1:9/hooks')
    await newTitle('Nobody is there')
    await until('the event is told', () => nobody.told.stdout.includes('ECONNREFUSED'))
    expect((await nobody.end()).code).toBe(0)
  })

  test('says by the flag what is wrong, before anything is read', async () => {
    const to = ['listen', '--forward-to']
    for (const [args, said] of [
      [['listen'], '--forward-to'],
      [[...to, 'ftp://example.org'], '--forward-to'],
      [[...to, receiver.url, '--secret', 'mine'], '--secret'],
    ] as const) {
      const { code, stderr } = await webhooks(...args)
      expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
    }
  })
})

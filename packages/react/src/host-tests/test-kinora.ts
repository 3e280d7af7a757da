import { createSession, type Session, toBase } from '@kinora/core'
import { HttpResponse, http, passthrough, type RequestHandler } from 'msw'
import { memoryStore } from '../adapters/storage.ts'
import { createKinora, type Kinora, type KinoraOptions } from '../kernel/kinora.ts'
import { type CallName, findCall } from './calls.ts'
import { type FixtureName, type Fixtures, fixtures, type TestAccount } from './fixtures.ts'

/** A platform with its demo that runs somewhere, as `startPlatform` of `@kinora/server/platform` gives it. */
export interface TestedPlatform {
  url: string
  demo: { password: string }
}

/**
 * What becomes of a request: the network doesn't reach the server, an answer never comes, or it is one with this status (and, given
 * words, this message).
 */
export type Fault = 'unreachable' | 'never' | number | { status: number; message: string }

export interface FaultOptions {
  /** How often; until `reset()` unless given. */
  times?: number | undefined
}

export interface TestKinora {
  /** What the `baseUrl` of a Kinora is. */
  url: string
  /** For `setupServer` of msw: every request to the platform, and no other. */
  handlers: RequestHandler[]
  /** The same for a Kinora that is given its `fetch`, where msw isn't set up. */
  fetch: typeof fetch
  /** A Kinora of its own, signed in; nothing that it stores outlives it. */
  signIn(account: TestAccount, options?: KinoraOptions): Promise<Kinora>
  /** Something by its name, with the account that has it. */
  have<N extends FixtureName>(name: N): Promise<Fixtures[N]>
  /** From now on a call fails. */
  fail(call: CallName, fault: Fault, options?: FaultOptions): void
  /** Nothing fails any more. Put it into `afterEach`. */
  reset(): void
}

/** The real platform for tests of a host's page, with fixtures by name and faults by request. */
export function createTestKinora(platform: TestedPlatform): TestKinora {
  const faults = createFaults()
  const { demo } = platform
  const url = toBase(platform.url)
  const handler = http.all(`${url}/*`, async ({ request }) => {
    const fault = faults.take(request)
    return fault === undefined ? passthrough() : toResponse(fault, request)
  })
  const ownFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const fault = faults.take(request)
    const response = fault === undefined ? await fetch(request) : await toResponse(fault, request)
    if (response.type === 'error') throw new TypeError('Failed to fetch')
    return response
  }
  const enter = (session: Session, account: TestAccount) =>
    session.login({ email: `${account}@demo.kinora.test`, password: demo.password })
  const signIn = async (account: TestAccount, options: KinoraOptions = {}) => {
    const kinora = createKinora({
      ...{ baseUrl: url, fetch: ownFetch, store: memoryStore(), tabStore: memoryStore() },
      ...{ name: `test-${crypto.randomUUID()}`, ...options },
    })
    await kinora.session.start()
    await enter(kinora.session, account)
    return kinora
  }
  const plainly = async (account: TestAccount) => {
    const session = createSession({ baseUrl: url, fetch: ownFetch, store: memoryStore() })
    await enter(session, account)
    return session
  }
  return {
    url,
    handlers: [handler],
    fetch: ownFetch,
    signIn,
    have: name => faults.without(() => fixtures[name](plainly)),
    fail: faults.add,
    reset: faults.clear,
  }
}

function createFaults() {
  let all: { call: CallName; fault: Fault; left: number }[] = []
  let suspended = 0
  return {
    /** What a fixture is made of meets none. */
    async without<T>(work: () => Promise<T>): Promise<T> {
      suspended += 1
      try {
        return await work()
      } finally {
        suspended -= 1
      }
    },
    add(call: CallName, fault: Fault, { times = Number.POSITIVE_INFINITY }: FaultOptions = {}): void {
      all = [{ call, fault, left: times }, ...all.filter(other => other.call !== call)]
    },
    clear(): void {
      all = []
    },
    /** The fault that a request meets, which is then one time less. */
    take({ method, url }: Request): Fault | undefined {
      if (suspended > 0) return undefined
      const found = findCall(method, new URL(url).pathname)?.endpoint
      const met = all.find(({ call, left }) => call === found?.id && left > 0)
      if (met !== undefined) met.left -= 1
      return met?.fault
    },
  }
}

/** A response of the type `error` is a network that fails. */
function toResponse(fault: Fault, { signal }: Request): Response | Promise<Response> {
  if (fault === 'unreachable') return HttpResponse.error()
  if (fault === 'never')
    return new Promise((_, reject) => {
      const leave = () => reject(signal.reason)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave)
    })
  const { status, message } = typeof fault === 'number' ? { status: fault, message: '' } : fault
  return HttpResponse.json({ status, message }, { status })
}

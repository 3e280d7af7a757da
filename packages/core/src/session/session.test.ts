import { describe, expect, test } from 'vitest'
import { compareVersions } from '../kernel/formats.ts'
import { uploads } from '../uploads/endpoints.ts'
import { session as endpoints } from './endpoints.ts'
import { authState, createSession, networkState } from './session.ts'
import { markForeignData, onManifest, storageKeys } from './storage.ts'

const user = (role: 0 | 1 | 2 | 3 = 0, userId = 'u1') => ({
  userId,
  displayName: 'Ada',
  email: 'a@b.co',
  role,
  tenants: [],
  provider: null,
})

function memory(map = new Map<string, string>()): Storage {
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as Storage
}

/** Answers by path; the real server's own answers are tested in its package. */
function setUp(role: 0 | 1 | 2 | 3 = 0, options: { forcedSignOut?: boolean } = {}) {
  let here = 'u1'
  const kept = new Map<string, string>()
  const store = memory(kept)
  const calls: string[] = []
  let good = true
  let resets = 0
  const session = createSession({
    baseUrl: '',
    store,
    ...options,
    onReset: () => {
      resets += 1
    },
    fetch: (async (url: string, init?: RequestInit) => {
      calls.push(`${url} ${new Headers(init?.headers).get('tenantId') ?? ''}`.trim())
      if (url === '/identity/login')
        return Response.json({ token: `t ${here}`, refreshToken: 'r', user: user(role, here) })
      if (url === '/identity/logout') return new Response(null, { status: 204 })
      if (url === '/identity/refresh')
        return good ? Response.json({ token: 't2', refreshToken: 'r2' }) : Response.json({}, { status: 401 })
      return good ? Response.json({ user: user(role, here) }) : Response.json({}, { status: 401 })
    }) as typeof fetch,
  })
  const expire = () => {
    good = false
  }
  /** The right words of an account are accepted again. */
  const accept = (userId = 'u1') => {
    good = true
    here = userId
  }
  return { session, store, calls, expire, accept, resets: () => resets, keys: () => [...kept.keys()].sort() }
}
const credentials = { email: 'a@b.co', password: 'x' }

describe('AUTH-09, E-8: the session', () => {
  test('no token: unknown, then logged out', async () => {
    const { session } = setUp()
    expect(session.getSnapshot().kind).toBe('unknown')
    await session.start()
    expect(session.getSnapshot()).toEqual({ kind: 'loggedOut', reason: 'none' })
  })
  test('AUTH-14 the token is kept in local storage and verified at the next start', async () => {
    const { session, store } = setUp()
    await session.login(credentials)
    expect(store.getItem(storageKeys.token)).toBe('t u1')
    await session.start()
    expect(session.getSnapshot()).toMatchObject({ kind: 'loggedIn', user: { displayName: 'Ada' } })
  })
  test('AUTH-20 a refresh that fails signs out, once', async () => {
    const { session, expire, store, resets } = setUp()
    await session.login(credentials)
    expire()
    await session.start()
    expect(session.getSnapshot()).toEqual({ kind: 'loggedOut', reason: 'expired' })
    expect([store.getItem(storageKeys.token), resets()]).toEqual([null, 1])
  })
  test('AUTH-20 who was signed out in another tab is asked to sign in at the next call', async () => {
    const { session, store, expire } = setUp()
    await session.login(credentials)
    store.removeItem(storageKeys.token)
    expire()
    await expect(session.send(endpoints.verify, {})).rejects.toMatchObject({ code: 'unauthorised' })
    expect(session.getSnapshot()).toEqual({ kind: 'loggedOut', reason: 'expired' })
  })
  test('AUTH-11 logout forgets everything and tells the server', async () => {
    const { session, store, calls, resets } = setUp()
    await session.login(credentials)
    await session.logout()
    expect(session.getSnapshot()).toEqual({ kind: 'loggedOut', reason: 'logout' })
    expect([store.getItem(storageKeys.token), resets(), calls.at(-1)]).toEqual([null, 1, '/identity/logout'])
  })
  test('AUTH-12, C-12 forced sign-out happens once', async () => {
    const { session } = setUp(0, { forcedSignOut: true })
    expect(await session.login(credentials)).toEqual({ kind: 'loggedOut', reason: 'forced' })
    expect(await session.login(credentials)).toMatchObject({ kind: 'loggedIn' })
  })
  test('E-8, E-9 moves that do not exist', () => {
    expect(authState.can('loggedIn', 'verified')).toBe(false)
    expect(networkState.can('offline', 'offline')).toBe(false)
  })
})

describe('28.5, AUTH-20: a session that is held', () => {
  const ended = async () => {
    const kit = setUp()
    await kit.session.login(credentials)
    const letGo = kit.session.hold()
    kit.expire()
    const refused = kit.session.send(endpoints.verify, {})
    await expect
      .poll(() => kit.session.getSnapshot())
      .toMatchObject({ kind: 'loggedOut', held: { user: user() } })
    return { ...kit, letGo, refused }
  }

  test('waits where it ended: what was refused is sent once more after the same account is back, what came since as well', async () => {
    const { session, accept, refused, calls, resets } = await ended()
    const later = session.send(endpoints.verify, {})
    const before = calls.length
    accept()
    await session.login(credentials)
    expect(await Promise.all([refused, later])).toMatchObject([{ user: user() }, { user: user() }])
    expect(calls.slice(before)).toEqual(['/identity/login', '/api/v1/verify', '/api/v1/verify'])
    expect([session.getSnapshot().kind, resets()]).toEqual(['loggedIn', 0])
  })

  test('another account gets none of it, and nothing of the one before is left', async () => {
    const { session, accept, refused, calls, resets } = await ended()
    const said = refused.catch(error => error.code)
    const before = calls.length
    accept('u2')
    await session.login(credentials)
    expect(await said).toBe('aborted')
    expect([calls.slice(before), resets()]).toEqual([['/identity/login'], 1])
  })

  test('ROLE-04 what waits goes to the tenant that it was begun for, whatever another tab has chosen since', async () => {
    const { session, calls, store, expire, accept } = setUp(3)
    await session.login(credentials)
    session.chooseTenant({ tenantId: 'aqua', name: 'Aqua' })
    session.hold()
    expire()
    const refused = session.send(endpoints.verify, {})
    await expect.poll(() => session.getSnapshot()).toMatchObject({ held: {} })
    for (const key of ['csTenantId', 'tenantId', 'tenantName']) store.setItem(key, 'other')
    accept()
    await session.login(credentials)
    await refused
    expect(calls.at(-1)).toBe('/api/v1/verify aqua')
    expect(session.getSnapshot()).toMatchObject({ tenant: { tenantId: 'aqua' } })
  })

  test('ends for good where nobody holds it any more, or somebody logs out; an aborted call doesn’t wait', async () => {
    const { session, letGo, refused, resets } = await ended()
    const leaving = new AbortController()
    const left = session.send(endpoints.verify, {}, { signal: leaving.signal }).catch(error => error.code)
    leaving.abort()
    expect(await left).toBe('aborted')
    // One who lets go twice lets go of nobody else's.
    const other = session.hold()
    letGo()
    letGo()
    expect(session.getSnapshot()).toMatchObject({ held: {} })
    other()
    await expect(refused).rejects.toMatchObject({ code: 'unauthorised' })
    expect([session.getSnapshot(), resets()]).toEqual([{ kind: 'loggedOut', reason: 'expired' }, 1])
  })

  test('goes on once the same account is back in another tab, and finds out that it was signed out in one', async () => {
    const { session, accept, refused, store } = await ended()
    accept()
    store.setItem(storageKeys.token, 'of the other tab')
    await session.recheck()
    expect(await refused).toMatchObject({ user: user() })
    store.removeItem(storageKeys.token)
    await session.recheck()
    expect(session.getSnapshot()).toMatchObject({ held: { user: user() } })
  })

  test('what one account does is never sent with the tokens of another tab’s account', async () => {
    const { session, store, expire } = setUp()
    await session.login(credentials)
    session.hold()
    store.setItem(storageKeys.uid, 'u2')
    store.setItem(storageKeys.token, 'of u2')
    expire()
    void session.send(endpoints.verify, {}).catch(() => undefined)
    await expect.poll(() => session.getSnapshot()).toMatchObject({ held: { user: user() } })
    expect(store.getItem(storageKeys.token)).toBe('of u2')
    await session.recheck()
    expect(session.getSnapshot()).toMatchObject({ held: { user: user() } })
  })
})

describe('ROLE-04 to ROLE-06: customer support chooses a tenant', () => {
  test('it goes with every call, a file that is sent again too (UPLOAD-27), survives, and clearing removes it', async () => {
    const { session, store, calls } = setUp(3)
    await session.login(credentials)
    session.chooseTenant({ tenantId: 'aqua', name: 'Aqua' })
    await session.start()
    expect(calls.at(-1)).toBe('/api/v1/verify aqua')
    const chunk = { chunkNumber: 1, totalNumberOfChunks: 1, totalSize: 1, file: new Blob(['x']) }
    const again = { tag: 't1', identifier: 'video:t1:1:a', fileName: 'a.mp4', ...chunk }
    await session.send(uploads.video, again).catch(() => undefined)
    expect(calls.at(-1)).toBe('/api/v1/videos/t1 aqua')
    expect(session.getSnapshot()).toMatchObject({ tenant: { tenantId: 'aqua', name: 'Aqua' } })
    expect(['csTenantId', 'tenantId', 'tenantName'].map(key => store.getItem(key))).toEqual([
      'aqua',
      'aqua',
      'Aqua',
    ])
    session.chooseTenant(undefined)
    expect(['csTenantId', 'tenantId', 'tenantName'].map(key => store.getItem(key))).toEqual([
      null,
      null,
      null,
    ])
  })
  test('other roles have no such choice', async () => {
    const { session } = setUp(0)
    await session.login(credentials)
    session.chooseTenant({ tenantId: 'aqua', name: 'Aqua' })
    expect(session.getSnapshot()).toMatchObject({ tenant: undefined })
  })
})

test('B-25, C-69, SESS-06 what a session leaves in local storage has the keys of the register', async () => {
  const { session, store, keys } = setUp(3, { forcedSignOut: true })
  await session.login(credentials)
  await session.login(credentials)
  session.chooseTenant({ tenantId: 'aqua', name: 'Aqua' })
  onManifest(store, '9.9', compareVersions)
  markForeignData(store, user(1, 'another'))
  // Beside `uploading`, which is the queue's.
  expect(keys()).toEqual([
    ...['clearLocalStorage', 'csTenantId', 'forcedSignOut', 'refreshToken', 'tenantId', 'tenantName'],
    ...['token', 'uid', 'version'],
  ])
})

describe('EMBED-01 a host’s token that takes the place of another', () => {
  test('is asked whose it is and when it ends: another person’s page begins anew, and each is renewed before its end', async () => {
    const soon = () => new Date(Date.now() + 10_000).toISOString()
    const reasons: string[] = []
    const tokens = ['of.u1', 'of.u2', 'of.u2']
    let resets = 0
    const session = createSession({
      baseUrl: '',
      store: memory(),
      getToken({ reason }) {
        reasons.push(reason)
        return tokens[reasons.length - 1]
      },
      onReset: () => {
        resets += 1
      },
      fetch: (async (_: string, init?: RequestInit) => {
        const userId = new Headers(init?.headers).get('authorization')!.replace('Bearer of.', '')
        return Response.json({ user: { ...user(0, userId), embed: { endsAt: soon() } } })
      }) as typeof fetch,
    })
    await session.start()
    expect([session.getSnapshot(), reasons]).toMatchObject([{ user: { userId: 'u1' } }, ['start']])
    await session.send(endpoints.verify, {})
    await expect.poll(() => session.getSnapshot()).toMatchObject({ user: { userId: 'u2' } })
    expect([reasons, resets]).toEqual([['start', 'ending'], 1])
  })
})

describe('SESS-03 to SESS-09', () => {
  const compare = compareVersions
  test.each([
    ['9.9', '9.9'],
    ['1.11.4', '1.11.4.1273'],
    [undefined, '1.11.4.1273'],
  ])(
    'CONST-30, SESS-04, C-149 the first start, served by %s, stores %s; neither it nor the next one reloads',
    (served, kept) => {
      const store = memory()
      for (let starts = 0; starts < 2; starts += 1) {
        expect(onManifest(store, served, compare)).toBe('nothing')
        expect(store.getItem('version')).toBe(kept)
      }
    },
  )
  test('SESS-02, SESS-03, SESS-05 newer is stored and reloads; the same, an older one or none does not', () => {
    const store = memory()
    onManifest(store, undefined, compare)
    expect(onManifest(store, '1.11.10', compare)).toBe('reload')
    expect(store.getItem('version')).toBe('1.11.10')
    for (const version of ['1.11.10', '1.11.10.0', '1.11.9.9999', '1.11.4.1273', undefined])
      expect([version, onManifest(store, version, compare)]).toEqual([version, 'nothing'])
    expect(store.getItem('version')).toBe('1.11.10')
  })
  test('SESS-07 who signs in is remembered by id; the same user again marks nothing', async () => {
    const { session, store } = setUp(1)
    await session.login(credentials)
    await session.start()
    expect([store.getItem('uid'), store.getItem('clearLocalStorage')]).toEqual(['u1', null])
    store.setItem('uid', 'another')
    await session.start()
    expect([store.getItem('uid'), store.getItem('clearLocalStorage')]).toEqual(['u1', 'true'])
  })
  test('SESS-07, SESS-09 another provider or tenant user marks local data, admin and support do not', () => {
    for (const [role, marked] of [
      [0, false],
      [1, true],
      [2, true],
      [3, false],
    ] as const) {
      const store = memory()
      markForeignData(store, user(role, 'first'))
      expect(markForeignData(store, user(role, 'second'))).toBe(marked)
      expect(store.getItem('clearLocalStorage')).toBe(marked ? 'true' : null)
    }
  })
})

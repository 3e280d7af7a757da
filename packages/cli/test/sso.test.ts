import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, type Issuer, settingsOf, startIssuer } from '../../server/test/oidc/issuer.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import { createShell, type Shell } from './shell.ts'

const ada = { email: 'ada@studio.example', email_verified: true, name: 'Ada Admin', role: 'kinora-admin' }

let issuer: Issuer
let server: TestPlatform
beforeAll(async () => {
  const port = await freePort()
  issuer = await startIssuer(`http://127.0.0.1:${port}`, { ada, eve: { ...ada, role: 'employee' } })
  server = await startTestPlatform({ port, oidc: settingsOf(issuer.url) })
})
afterAll(async () => {
  await server?.close()
  await issuer?.close()
})

/** What is printed of an address is opened, as a person does it. */
function signIn(shell: Shell, args: readonly string[], act: (address: string) => Promise<unknown>) {
  let said = ''
  let isDone = false
  return shell.run(['login', ...args], {
    // A program that is there and opens nothing.
    env: { BROWSER: 'true' },
    onError(chunk) {
      said += chunk
      const address = /http:\/\/127\.0\.0\.1:\d+\/(?:auth|device)\?\S+(?=\n)/.exec(said)?.[0]
      if (address === undefined || isDone) return
      isDone = true
      void act(address)
    },
  })
}

describe('KEY-05 kinora login --sso', () => {
  test('opens a browser, and what comes back to this machine signs in; the next command goes on with it', async () => {
    const shell = createShell(server.url)
    let shown = ''
    const { code, stderr } = await signIn(shell, ['--sso'], async address => {
      const back = await issuer.signIn(address, 'ada')
      const callback = await fetch(back, { redirect: 'manual' })
      const loopback = callback.headers.get('location')!
      const foreign = await fetch(new URL('/?code=of-a-page&state=made-up', loopback))
      shown = `${foreign.status} ${await (await fetch(loopback)).text()}`
    })
    expect([code, stderr]).toEqual([0, expect.stringContaining('Signed in as ada@studio.example')])
    expect(shown).toMatch(/^404 [\s\S]*Go back to the terminal/)
    const who = await shell.run(['whoami', '--json', 'email'])
    expect(JSON.parse(who.stdout)).toEqual({ email: 'ada@studio.example' })
    expect((await shell.run(['logout'])).code).toBe(0)
  })

  test('with a code on another device', async () => {
    const { code, stderr } = await signIn(createShell(server.url), ['--device'], address =>
      issuer.typeCode(address, 'ada'),
    )
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/type this code: [A-Z-]+[\s\S]*Signed in as ada@/),
    ])
  })

  test('says why nobody is signed in: exit code 7, and stores nothing', async () => {
    const shell = createShell(server.url)
    const { code, stderr } = await signIn(shell, ['--sso', 'main'], async address =>
      fetch(await issuer.signIn(address, 'eve')),
    )
    expect([code, stderr]).toEqual([7, expect.stringContaining('gives you no role in Kinora')])
    expect((await shell.run(['whoami'])).code).toBe(4)
  })

  test('names what there is, and what goes together', async () => {
    const shell = createShell(server.url)
    const unknown = await shell.run(['login', '--sso', 'other'], { env: { BROWSER: 'true' } })
    expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('Choose one of: main')])
    const both = await shell.run(['login', '--sso', '--password-stdin'], { stdin: 'x' })
    expect(both.code).toBe(2)
  })

  test('kinora doctor names one that can’t be reached', async () => {
    const admin = await server.signedIn('admin')
    expect((await admin.run(['doctor'])).stdout).toMatch(/identity provider\t\S+ ok\tStudio account answers/)
    issuer.isDown = true
    const { code, stdout } = await admin.run(['doctor'])
    issuer.isDown = false
    expect([code, stdout]).toEqual([1, expect.stringMatching(/Studio account can’t be used[^\n]*HTTP 503/)])
  })
})

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Listener, World } from '../kernel/world.ts'

/** The browser of this machine, and a port for what comes back from it. */
export function openBrowser(env: World['env'], platform: NodeJS.Platform = process.platform): Browser {
  const command = commandOf(env, platform)
  return {
    isThere: command !== undefined,
    async open(url) {
      // What a server names may be anything; a browser opens pages.
      if (command === undefined || !/^https?:\/\//.test(url)) return false
      return launch(command, url)
    },
    listen,
  }
}

/** BROWSER is what people set who want another one, or `none`. Over SSH the browser would open where nobody sits. */
function commandOf(env: World['env'], platform: NodeJS.Platform): readonly string[] | undefined {
  if (env.BROWSER) return env.BROWSER === 'none' ? undefined : [env.BROWSER]
  if (env.SSH_CONNECTION) return undefined
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}

/** By no shell: an address is one argument, whatever stands in it. Whether it could be started. */
function launch([program = '', ...args]: readonly string[], url: string): Promise<boolean> {
  const { spawn } = process.getBuiltinModule('node:child_process')
  return new Promise(resolve => {
    const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

/** RFC 8252, 7.3: on this machine alone, at a port of its own. */
async function listen(signal: AbortSignal): Promise<Listener> {
  const { createServer } = process.getBuiltinModule('node:http')
  let expected: string | undefined
  let settle: { resolve(code: string): void; reject(reason: unknown): void } | undefined
  const code = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Nobody may be waiting yet.
  code.catch(() => undefined)
  const server = createServer((request, response) => {
    const found = codeIn(request, expected)
    answer(response, found !== undefined)
    if (found !== undefined) settle?.resolve(found)
  })
  const end = () => settle?.reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    returned(state) {
      expected = state
      return code
    },
    async close() {
      signal.removeEventListener('abort', end)
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** What any page of this machine’s browser may send is not what was asked for: it lacks the word that the sign-in began with. */
function codeIn({ method, url = '' }: IncomingMessage, expected: string | undefined): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
  const isOurs = method === 'GET' && pathname === '/' && expected !== undefined
  return isOurs && searchParams.get('state') === expected
    ? (searchParams.get('code') ?? undefined)
    : undefined
}

function answer(response: ServerResponse, isDone: boolean): void {
  response.writeHead(isDone ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  })
  response.end(
    isDone
      ? '<!doctype html><html lang="en"><title>Kinora</title><h1>Go back to the terminal</h1><p>You can close this window.</p></html>'
      : '',
  )
}

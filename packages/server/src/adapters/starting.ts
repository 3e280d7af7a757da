import { randomUUID } from 'node:crypto'

/** Seconds after which the page loads itself anew; other clients ask again sooner. */
const AGAIN = 2
const said = 'Kinora is starting'

const headers = { 'retry-after': '1', 'cache-control': 'no-store' }

/**
 * What a server says that has its port but not yet its database, whose migrations may take minutes: a page that loads itself anew
 * to who opens an address, our error to all others, numbered so that a client knows that nothing was done and asks again
 * (C-137). It is alive and not ready.
 */
export function answerStarting(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/healthz') return Response.json({ status: 'ok' }, { headers })
  if (pathname === '/readyz') return Response.json({ status: 'starting' }, { status: 503, headers })
  const isPage =
    ['GET', 'HEAD'].includes(request.method) && (request.headers.get('accept') ?? '').includes('text/html')
  return isPage ? startingPage() : startingError()
}

const startingError = (): Response =>
  Response.json(
    { status: 503, code: 'server', message: said, issues: [], requestId: randomUUID() },
    { status: 503, headers },
  )

const startingPage = (): Response =>
  new Response(page, {
    status: 503,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${AGAIN}">
<title>${said}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { display: grid; min-height: 90vh; place-content: center; padding: 1rem; text-align: center }
</style>
<main>
<h1>${said}</h1>
<p>After an update this can take some minutes. This page opens by itself as soon as it is ready.</p>
</main>
</html>
`

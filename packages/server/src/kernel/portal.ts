import type { Context } from 'hono'
import type { FilesPort } from '../ports/files.ts'

const DAY = 86_400

/** A file of the built portal; any other page that a browser asks for is the application itself. */
export async function servePortal(c: Context, portal: FilesPort): Promise<Response | undefined> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined
  const path = c.req.path === '/' ? '/index.html' : c.req.path
  const file = await portal.read(path)
  if (file !== undefined) return answer(c, file, path)
  const wantsPage = (c.req.header('accept') ?? '').includes('text/html')
  const page = wantsPage && !path.startsWith('/assets/') ? await portal.read('/index.html') : undefined
  return page && answer(c, page, '/index.html')
}

/** What the build names by its content never changes; the rest is asked for anew. */
function answer(
  c: Context,
  file: NonNullable<Awaited<ReturnType<FilesPort['read']>>>,
  path: string,
): Response {
  const hashed = /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(path)
  return c.body(file.bytes, 200, {
    'content-type': file.contentType,
    'cache-control': hashed ? `public, max-age=${365 * DAY}, immutable` : 'no-cache',
  })
}

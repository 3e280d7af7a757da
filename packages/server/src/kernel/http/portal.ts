import type { Context } from 'hono'
import type { Encoding, FilesPort, StoredFile } from '../../ports/files.ts'

const DAY = 86_400

/** A file of the built portal; any other page that a browser asks for is the application itself. */
export async function servePortal(c: Context, portal: FilesPort): Promise<Response | undefined> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined
  const path = c.req.path === '/' ? '/index.html' : c.req.path
  const accepted = acceptedOf(c)
  const file = await portal.read(path, accepted)
  if (file !== undefined) return answer(c, file, path)
  const page =
    wantsPage(c) && !path.startsWith('/assets/') ? await portal.read('/index.html', accepted) : undefined
  return page && answer(c, page, '/index.html')
}

/** ROLE-24: the portal under its name, which its page is titled with. */
export function namePortal(portal: FilesPort, name: string): FilesPort {
  const title = `<title>${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`
  return {
    async read(path, accepted) {
      const page = path === '/index.html' ? await portal.read(path) : undefined
      const text = new TextDecoder().decode(page?.bytes)
      if (page === undefined || text.includes(title)) return portal.read(path, accepted)
      const bytes = new TextEncoder().encode(text.replace(/<title>.*<\/title>/, () => title))
      return { ...page, bytes }
    },
  }
}

/** Whether somebody opens the address, rather than a script that asks for data. */
export const wantsPage = (c: Context): boolean => (c.req.header('accept') ?? '').includes('text/html')

/** What the build names by its content never changes; the rest is asked for anew. */
function answer(c: Context, { bytes, contentType, encoding }: StoredFile, path: string): Response {
  const hashed = /^\/assets\/.+-[\w-]{7,}\.\w+$/.test(path)
  return c.body(bytes, 200, {
    'content-type': contentType,
    'cache-control': hashed ? `public, max-age=${365 * DAY}, immutable` : 'no-cache',
    vary: 'accept-encoding',
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  })
}

/** The smallest first. */
const encodings: readonly Encoding[] = ['br', 'gzip']

function acceptedOf(c: Context): readonly Encoding[] {
  const wanted = (c.req.header('accept-encoding') ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => !/;\s*q=0(\.0*)?$/.test(part))
    .map(part => part.replace(/;.*$/, ''))
  return encodings.filter(encoding => wanted.includes(encoding))
}

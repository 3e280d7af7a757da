import { readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { explain } from '../kernel/exit.ts'
import type { StoredSession, TokenVault } from '../kernel/world.ts'
import { text } from '../texts.ts'
import type { Keyring } from './keyring.ts'

interface SignIns {
  latestUrl?: string
  /** Where the tokens of a server are. */
  places: Record<string, 'keyring' | 'file'>
}

type TokenFile = Record<string, StoredSession>

/** Tokens in the keyring of the system, else in a file of mode 0600 in a folder of mode 0700. */
export function createTokenVault(folder: string, keyring: Keyring): TokenVault {
  const tokenPath = join(folder, 'tokens.json')
  const placesPath = join(folder, 'sign-ins.json')
  const places = async (): Promise<SignIns> => (await readJson<SignIns>(placesPath)) ?? { places: {} }
  return {
    async read(url) {
      const place = (await places()).places[url]
      if (place === 'keyring') {
        const secret = await keyring.get(url)
        return secret === undefined
          ? undefined
          : { session: JSON.parse(secret) as StoredSession, place: { kind: place } }
      }
      await refuseOpen(tokenPath)
      const session = (await readJson<TokenFile>(tokenPath))?.[url]
      return session && { session, place: { kind: 'file', path: tokenPath } }
    },
    async write(session) {
      const known = await places()
      const place = (await keyring.set(session.url, JSON.stringify(session))) ? 'keyring' : 'file'
      await rewrite(tokenPath, tokens =>
        withEntry(tokens, session.url, place === 'file' ? session : undefined),
      )
      await save(placesPath, { latestUrl: session.url, places: { ...known.places, [session.url]: place } })
      return place === 'file' ? { kind: place, path: tokenPath } : { kind: place }
    },
    async clear(url) {
      const known = await places()
      if (known.places[url] === 'keyring') await keyring.remove(url)
      await rewrite(tokenPath, tokens => withEntry(tokens, url, undefined))
      const { [url]: _, ...rest } = known.places
      await save(placesPath, { ...known, places: rest })
    },
    latestUrl: async () => (await places()).latestUrl,
  }
}

function withEntry(tokens: TokenFile, url: string, session: StoredSession | undefined): TokenFile {
  const { [url]: _, ...rest } = tokens
  return session === undefined ? rest : { ...rest, [url]: session }
}

async function rewrite(path: string, change: (tokens: TokenFile) => TokenFile): Promise<void> {
  const before = await readJson<TokenFile>(path)
  const after = change(before ?? {})
  if (Object.keys(after).length > 0) await save(path, after)
  else if (before !== undefined) await rm(path, { force: true })
}

/** A token that others can read is no secret any more: it isn't used. */
async function refuseOpen(path: string): Promise<void> {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined || process.platform === 'win32' || (mode & 0o077) === 0) return
  throw explain('unauthorised', {
    what: text('tokens.open', { path }),
    why: text('tokens.openWhy', { mode: (mode & 0o777).toString(8) }),
    how: text('tokens.openHow', { path }),
  })
}

async function save(path: string, value: unknown): Promise<void> {
  const folder = dirname(path)
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await chmod(folder, 0o700)
  await (await import('write-file-atomic')).default(path, `${JSON.stringify(value, undefined, 2)}\n`, {
    mode: 0o600,
    fsync: true,
  })
  await chmod(path, 0o600)
}

async function readJson<T>(path: string): Promise<T | undefined> {
  const content = contentOf(path)
  if (content === undefined) return undefined
  try {
    return JSON.parse(content) as T
  } catch {
    throw explain('refused', {
      what: text('tokens.damaged', { path }),
      why: text('usage.notJson', { what: path }),
      how: text('tokens.damagedHow', { path }),
    })
  }
}

/** A few hundred bytes: handing them to another thread takes longer than reading them. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

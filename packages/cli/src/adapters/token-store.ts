import { readFileSync, statSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { safe } from '../kernel/cells.ts'
import { explain, named } from '../kernel/exit.ts'
import { quotedPath } from '../kernel/hints.ts'
import { text } from '../kernel/texts.ts'
import type { StoredSession, TokenVault } from '../kernel/world.ts'
import type { Keyring } from './keyring.ts'
import { makeFolder } from './system.ts'

/** By server; of a token in the keyring only that it is there. */
type TokenFile = Record<string, StoredSession | 'keyring'>

/** Tokens in the keyring of the system, else in a file of mode 0600 in a folder of mode 0700. */
export function createTokenVault(folder: string, keyring: Keyring): TokenVault {
  const path = join(folder, 'tokens.json')
  return {
    async read(url) {
      refuseOpen(path)
      const stored = readJson<TokenFile>(path)?.[url]
      if (stored !== 'keyring') return stored && { session: stored, place: { kind: 'file', path } }
      const secret = await keyring.get(url)
      return secret === undefined
        ? undefined
        : { session: JSON.parse(secret) as StoredSession, place: { kind: stored } }
    },
    async write(session) {
      const isInKeyring = await keyring.set(session.url, JSON.stringify(session))
      await rewrite(path, tokens => withEntry(tokens, session.url, isInKeyring ? 'keyring' : session))
      return isInKeyring ? { kind: 'keyring' } : { kind: 'file', path }
    },
    async clear(url) {
      if (readJson<TokenFile>(path)?.[url] === 'keyring') await keyring.remove(url)
      await rewrite(path, tokens => withEntry(tokens, url, undefined))
    },
  }
}

function withEntry(tokens: TokenFile, url: string, entry: TokenFile[string] | undefined): TokenFile {
  const { [url]: _, ...rest } = tokens
  return entry === undefined ? rest : { ...rest, [url]: entry }
}

async function rewrite(path: string, change: (tokens: TokenFile) => TokenFile): Promise<void> {
  const before = readJson<TokenFile>(path)
  const after = change(before ?? {})
  if (Object.keys(after).length > 0) await save(path, after)
  else if (before !== undefined) await rm(path, { force: true })
}

/** A token that others can read is no secret any more: it isn't used. */
function refuseOpen(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined || process.platform === 'win32' || (mode & 0o077) === 0) return
  throw explain('unauthorised', {
    what: safe`Other users can read the token file ${path}, so it is not used`,
    why: safe`Its mode is ${(mode & 0o777).toString(8)}, but it must be 600.`,
    how: safe`Run chmod 600 ${quotedPath(path)}, then kinora logout and kinora login, because the token may be compromised.`,
  })
}

async function save(path: string, value: unknown): Promise<void> {
  const folder = dirname(path)
  if ((await makeFolder(folder, 0o700)).length > 0) await chmod(folder, 0o700)
  const { default: writeAtomic } = await import('write-file-atomic')
  const text = `${JSON.stringify(value, undefined, 2)}\n`
  await writeAtomic(path, text, { mode: 0o600, fsync: true }).catch(error => {
    throw named(error, path)
  })
  await chmod(path, 0o600)
}

function readJson<T>(path: string): T | undefined {
  const content = contentOf(path)
  if (content === undefined) return undefined
  try {
    return JSON.parse(content) as T
  } catch {
    throw explain('refused', {
      what: safe`The file ${path} is damaged`,
      why: text('usage.notJson', { what: path }),
      how: safe`Remove ${quotedPath(path)} and sign in again: kinora login`,
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

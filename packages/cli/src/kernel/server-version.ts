import { session as calls, type Send } from '@kinora/core'
import manifest from '../../package.json' with { type: 'json' }
import { safe } from './cells.ts'

/** A word where this program and the server are of different versions; patches of one don't count. */
export function versionWord(server: string): string | undefined {
  const minor = (version: string) => version.split('.').slice(0, 2).join('.')
  if (minor(server) === minor(manifest.version)) return undefined
  return safe`The server is version ${server}, this program ${manifest.version}: install the same one, or some commands may fail.`
}

/** The same of the server behind `send`; nothing where it doesn't say. */
export async function askVersion(send: Send): Promise<string | undefined> {
  const { version } = await send(calls.manifest, {}).catch(() => ({ version: undefined }))
  return version === undefined ? undefined : versionWord(version)
}

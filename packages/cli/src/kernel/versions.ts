import { type Answer, VERSION_HEADER } from '@kinora/core'
import manifest from '../../package.json' with { type: 'json' }
import { safe } from './cells.ts'
import type { Session } from './session.ts'
import type { Network } from './world.ts'

/** A word where this program and the server are of different versions; patches of one don't count. */
export function versionWord(server: string): string | undefined {
  const minor = (version: string) => version.split('.').slice(0, 2).join('.')
  if (minor(server) === minor(manifest.version)) return undefined
  return safe`The server is version ${server}, this program ${manifest.version}: install the same one, or some commands may fail.`
}

/** Says it with the first answer of a server that differs, once for two versions and not with each command. */
export function tellingVersions(session: Session, url: string, network: Network): Network {
  let heard: string | null = null
  const hear = async (response: Answer): Promise<Answer> => {
    const version = response.headers.get(VERSION_HEADER)
    if (version === heard || version === null) return response
    heard = version
    if (!session.isUnheard) await tellOnce(session, url, version)
    return response
  }
  const { fetch, sendForm } = network
  return {
    ...network,
    fetch: async (...call) => hear(await fetch(...call)),
    ...(sendForm && { sendForm: async (...call) => hear(await sendForm(...call)) }),
  }
}

/** Pairs that are remembered: whatever answers can name any version. */
const CACHE_SIZE = 100

async function tellOnce({ world, print }: Session, url: string, server: string): Promise<void> {
  const word = versionWord(server)
  if (word === undefined) return
  const pair = [url, server, manifest.version].join(' ')
  const record = world.journal.record<string[]>('versions')
  const told = (await record.read().catch(() => undefined)) ?? []
  if (told.includes(pair)) return
  print.warn(word)
  // What can't be written is said again with the next command.
  await record.write([...told, pair].slice(-CACHE_SIZE)).catch(() => undefined)
}

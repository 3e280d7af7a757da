import { KinoraError, type Send, toPath } from '@kinora/core'
import type { TenantFilePorts } from '@kinora/core/tenant-file'
import { safe } from '../../kernel/cells.ts'
import { requireFlag, type Session } from '../../kernel/session.ts'

/** Bytes of a file that a tenant's file may name; a picture and terms are smaller. */
const MAX_FILE = 10_485_760
const MEGABYTE = 1_048_576

/**
 * What a tenant's file needs of this machine; paths start at the folder of `file`. Who applies a file that somebody else wrote
 * doesn't send what lies elsewhere on this machine: pictures and terms come from `folder`, that of the file unless given.
 */
export async function openPorts(session: Session, file: string, folder?: string): Promise<TenantFilePorts> {
  const { world } = session
  const root = folder ?? world.files.folderOf(file)
  const { role } = await session.user()
  const send: Send = await session.send()
  return {
    send,
    role,
    signal: world.interrupted,
    async open(path) {
      const at = world.files.resolve(toPath(path), world.files.folderOf(file))
      if (!(await world.files.isWithin(at, root)))
        throw new KinoraError('invalid', {
          issues: [{ path: 'file', code: 'tenantFile.outside', params: { path } }],
        })
      const found = await world.files.open(at)
      if (found.size > MAX_FILE)
        throw new KinoraError('invalid', {
          issues: [{ path: 'file', code: 'validation.imageTooLarge', params: { max: MAX_FILE / MEGABYTE } }],
        })
      return { name: found.name, bytes: new Uint8Array(await found.blob.arrayBuffer()) }
    },
    async hasPicture(address) {
      const { fetch } = await world.network()
      const answer = await fetch(`${await session.url()}${address}`, { signal: world.interrupted })
      await answer.body?.cancel()
      return answer.status !== 404
    },
    environment: name => world.env[name],
    async ask(path) {
      requireFlag(session, `{ env: NAME } (${path})`)
      return (await world.prompt()).password(safe`${path}:`)
    },
    sleep: (milliseconds, signal) => world.clock.sleep(milliseconds, signal),
  }
}

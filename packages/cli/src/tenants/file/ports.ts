import { KinoraError, type Send } from '@kinora/core'
import type { TenantFilePorts } from '@kinora/core/tenant-file'
import { demand, type Session } from '../../kernel/session.ts'
import { fileText } from './texts.ts'

/** Bytes of a file that a tenant's file may name; a picture and terms are smaller. */
const MAX_FILE = 10_485_760
const MEGABYTE = 1_048_576

/** What a tenant's file needs of this machine; paths start at the folder of `file`. */
export async function openPorts(session: Session, file: string): Promise<TenantFilePorts> {
  const { world } = session
  const { role } = await session.user()
  const send: Send = await session.send()
  return {
    ...{ send, role, signal: world.interrupted },
    async open(path) {
      const found = await world.files.open(world.files.resolve(path, world.files.folderOf(file)))
      if (found.size > MAX_FILE)
        throw new KinoraError('invalid', {
          issues: [{ path: 'file', code: 'validation.imageTooLarge', params: { max: MAX_FILE / MEGABYTE } }],
        })
      return { name: found.name, bytes: new Uint8Array(await found.blob.arrayBuffer()) }
    },
    environment: name => world.env[name],
    async ask(path) {
      demand(session, `{ env: NAME } (${path})`)
      return (await world.prompt()).password(fileText('apply.secret', { path }))
    },
    sleep: (milliseconds, signal) => world.clock.sleep(milliseconds, signal),
  }
}

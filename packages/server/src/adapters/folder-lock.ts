import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KinoraError } from '@kinora/core'

/**
 * Holds a folder for this process: a socket named after it, which the system closes however the process ends, so that
 * no stale lock is ever left to be guessed about. Throws `conflict` when another process has it.
 */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32)
  const address = addressOf(name)
  const server = await listen(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    const holder = await ask(address)
    if (holder === undefined && isFile(address)) {
      await rm(address, { force: true })
      return listen(address)
    }
    const who = holder === undefined ? '' : ` (process ${holder})`
    throw new KinoraError('conflict', {
      detail: `The data folder ${folder} is in use by another Kinora${who}.`,
    })
  })
  return { release: () => new Promise(resolve => server.close(() => resolve())) }
}

function addressOf(name: string): string {
  if (process.platform === 'linux') return `\0kinora-${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\kinora-${name}`
  return join(tmpdir(), `kinora-${name.slice(0, 16)}.sock`)
}

/** Only a socket that is a file can outlive its process. */
const isFile = (address: string): boolean => address.startsWith('/')

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(socket => {
      socket.on('error', () => undefined)
      socket.end(String(process.pid))
    })
    server.once('error', reject)
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** The process behind a lock, if one answers. */
function ask(address: string): Promise<string | undefined> {
  return new Promise(resolve => {
    let text = ''
    const socket = connect(address)
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', part => {
      text += part.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text === '' ? undefined : text))
  })
}

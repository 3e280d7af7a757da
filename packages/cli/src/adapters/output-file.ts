import type { Stats } from 'node:fs'
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { named } from '../kernel/exit.ts'
import { makeFolder } from './system.ts'

type OutputBody = string | Uint8Array | ReadableStream<Uint8Array>

/** Paths that name an open file of this process, whatever lies behind it. */
const openFiles = /^\/(dev\/(fd\/|stdout$|stderr$)|proc\/)/

/**
 * Writes all of it or fails. A regular file, also one behind a link, is replaced at once and keeps its mode and owner.
 * Devices, pipes and dangling links are written in place, as is a file in a folder that takes no other.
 */
export async function writeOutput(path: string, body: OutputBody): Promise<void> {
  await write(path, body).catch(error => {
    throw named(error, path)
  })
}

async function write(path: string, body: OutputBody): Promise<void> {
  await makeFolder(dirname(path))
  const before = await stat(path).catch(unless('ENOENT'))
  if (before === undefined) {
    const isLink = (await lstat(path).catch(unless('ENOENT'))) !== undefined
    return isLink ? writeInPlace(path, 'w', body) : replace(path, body, before)
  }
  if (!before.isFile() || openFiles.test(path)) return writeInPlace(path, 'a', body)
  return replace(await realpath(path), body, before)
}

/** Writes on at the end of a file, or begins one; what has arrived stays when the body fails. */
export async function appendOutput(path: string, body: ReadableStream<Uint8Array>): Promise<void> {
  await makeFolder(dirname(path))
  const file = await open(path, 'a')
  try {
    for await (const piece of body) await file.writeFile(piece)
    await file.datasync()
  } catch (error) {
    throw named(error, path)
  } finally {
    await file.close()
  }
}

async function writeInPlace(path: string, flag: 'a' | 'w', body: OutputBody): Promise<void> {
  const file = await open(path, flag)
  try {
    await writeAll(file, body)
  } finally {
    await file.close()
  }
}

async function replace(path: string, body: OutputBody, before: Stats | undefined): Promise<void> {
  const beside = `${path}.${process.pid}.part`
  const file = await open(beside, 'wx', before === undefined ? 0o666 : 0o600).catch(unless('EACCES', 'EPERM'))
  if (file === undefined) return writeInPlace(path, 'w', body)
  try {
    await writeAll(file, body)
    if (before !== undefined) await keepFacts(file, before)
    await file.datasync()
    await file.close()
    await rename(beside, path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(beside, { force: true })
    throw error
  }
}

/** Only root may give a file to another owner. */
async function keepFacts(file: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  await file.chown(uid, gid).catch(unless('EPERM'))
  await file.chmod(mode & 0o7777)
}

/** `FileHandle.write` may write a part and call that a success; `writeFile` goes on to the end or throws. */
const writeAll = (file: FileHandle, body: OutputBody): Promise<void> =>
  file.writeFile(body as string | Uint8Array | AsyncIterable<Uint8Array>)

function unless(...codes: string[]) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error
  }
}

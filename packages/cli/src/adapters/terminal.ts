import { fstatSync, writeSync } from 'node:fs'
import { isKinoraError, KinoraError } from '@kinora/core/kernel'
import type { InputStream, OutputStream, Prompt } from '../kernel/world.ts'

const standardWidth = 80

type FileStream = NodeJS.WriteStream & { fd: number }

/** Writes until the stream's first error event; drops what comes after. */
export function toOutput(stream: FileStream): OutputStream {
  // A terminal may have no size, as inside `script`: what draws on it would count lines without end.
  if (stream.isTTY && !stream.columns) stream.columns = standardWidth
  const isFile = isRegularFile(stream.fd)
  let isLost = false
  stream.once('error', () => {
    isLost = true
  })
  return {
    get isTTY() {
      return stream.isTTY === true
    },
    get columns() {
      return stream.columns || standardWidth
    },
    write(chunk) {
      if (isLost) return
      if (isFile) writeWhole(stream, chunk)
      else stream.write(chunk)
    },
  }
}

/** Node's stream for a file takes a part that was written, as on a full disk, for the whole. */
function writeWhole(stream: FileStream, chunk: string | Uint8Array): void {
  const bytes = Buffer.from(chunk)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(stream.fd, bytes, at)
  } catch (error) {
    stream.emit('error', error)
  }
}

function isRegularFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile()
  } catch {
    return false
  }
}

export function toInput(stream: NodeJS.ReadStream): InputStream {
  return {
    get isTTY() {
      return stream.isTTY === true
    },
    async text() {
      const pieces: Buffer[] = []
      for await (const piece of stream) pieces.push(Buffer.from(piece))
      return Buffer.concat(pieces).toString('utf8')
    },
  }
}

/** Questions on stderr, so that stdout carries results only. */
export async function loadPrompt(signal: AbortSignal): Promise<Prompt> {
  const [{ default: confirm }, { default: input }, { default: password }] = await Promise.all([
    import('@inquirer/confirm'),
    import('@inquirer/input'),
    import('@inquirer/password'),
  ])
  const context = { output: process.stderr, signal }
  return {
    text: (message, initial) => answered(input({ message, default: initial }, context)),
    password: message => answered(password({ message, mask: true }, context)),
    confirm: message => answered(confirm({ message, default: false }, context)),
  }
}

/** A spinner on stderr; what it answers takes it away. */
export async function startSpinner(message: string): Promise<() => void> {
  const { default: ora } = await import('ora')
  const spinner = ora({
    text: message,
    stream: process.stderr,
    discardStdin: false,
    hideCursor: false,
  }).start()
  return () => void spinner.stop()
}

/** Ctrl-C at a question is an interruption like any other. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (isKinoraError(cause)) throw cause
    throw new KinoraError('aborted', { cause })
  }
}

/** What asks a process to stop. */
const requests = ['SIGINT', 'SIGTERM'] as const

/** The first Ctrl-C asks to stop, the second one doesn't wait. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const name of requests) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130)
      controller.abort(new KinoraError('aborted'))
    })
  }
  return controller.signal
}

/** A listener never runs while `work` keeps the thread: without one the signal ends the process itself. */
export function withoutSignalListeners<T>(work: () => T): T {
  const listeners = requests.map(name => [name, process.listeners(name)] as const)
  for (const name of requests) process.removeAllListeners(name)
  try {
    return work()
  } finally {
    for (const [name, all] of listeners) for (const listener of all) process.on(name, listener)
  }
}

/**
 * Loads a package and takes off the listeners for Ctrl-C that it brings. One that sends the signal again, as conf's does,
 * looks like a second Ctrl-C: the command would end before it has said how to go on.
 */
export async function withSignalListenersRestored<T>(load: () => Promise<T>): Promise<T> {
  const before = requests.map(name => [name, new Set(process.rawListeners(name))] as const)
  const loaded = await load()
  for (const [name, known] of before)
    for (const listener of process.rawListeners(name))
      if (!known.has(listener)) process.off(name, listener as NodeJS.SignalsListener)
  return loaded
}

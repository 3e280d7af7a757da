import { isKinoraError, KinoraError } from '@kinora/core'
import type { InputStream, OutputStream, Prompt } from '../kernel/world.ts'

const standardWidth = 80

/** Writes until the stream's first error event; drops what comes after. */
export function toOutput(stream: NodeJS.WriteStream): OutputStream {
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
      if (!isLost) stream.write(chunk)
    },
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
  const { confirm, input, password } = await import('@inquirer/prompts')
  const context = { output: process.stderr, signal }
  return {
    text: (message, initial) => answered(input({ message, default: initial }, context)),
    password: message => answered(password({ message, mask: true }, context)),
    confirm: message => answered(confirm({ message, default: false }, context)),
  }
}

/** A spinner on stderr; what it answers takes it away. */
export async function spin(message: string): Promise<() => void> {
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

/** The first Ctrl-C asks to stop, the second one doesn't wait. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130)
      controller.abort(new KinoraError('aborted'))
    })
  }
  return controller.signal
}

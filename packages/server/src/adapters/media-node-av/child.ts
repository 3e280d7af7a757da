import { constants, setPriority } from 'node:os'
import { AV_LOG_INFO, AV_LOG_WARNING } from 'node-av/constants'
import { ffmpegVersion } from 'node-av/ffmpeg'
import { Log } from 'node-av/lib'
import { encode } from './encode.ts'
import { inspect } from './inspect.ts'
import { loudness, still } from './listen.ts'
import type { Answer, Request, Results } from './protocol.ts'

/** The entry of the child process: one request, one answer, and its end; with the server it ends at once. */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.once('message', request => void answer(request as Request))
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

async function answer(request: Request): Promise<void> {
  try {
    Log.setLevel(request.kind === 'loudness' ? AV_LOG_INFO : AV_LOG_WARNING)
    end({ kind: 'done', result: await perform(request) })
  } catch (error) {
    end({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

async function perform(request: Request): Promise<Results[keyof Results]> {
  switch (request.kind) {
    case 'version':
      return ffmpegVersion()
    case 'inspect':
      return inspect(request.file)
    case 'encode':
      await encode(request.task, createReporter())
      return true
    case 'still':
      return still(request.task)
    case 'loudness':
      await loudness(request.task, createReporter())
      return true
  }
}

/** Reports the time at most five times a second. */
function createReporter(): (seconds: number) => void {
  let last = 0
  return seconds => {
    const now = Date.now()
    if (now - last < 200) return
    last = now
    send({ kind: 'time', seconds })
  }
}

function send(message: Answer, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent)
}

/** Ends without tearing down the native library, which has nothing left to say. */
function end(message: Answer): void {
  send(message, () => process.kill(process.pid, 'SIGKILL'))
}

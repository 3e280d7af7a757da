import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MediaError, type MediaPort } from '../../ports/media.ts'
import { follow, isDamage, isRefusal, tail } from '../media/child.ts'
import type { Engine, EngineOptions } from '../media/engine.ts'
import type { Measure } from '../media/measure.ts'
import { createMedia } from '../media/steps.ts'
import type { Answer, Request, Results } from './protocol.ts'

/** The port on the FFmpeg libraries that come with npm; undefined where they have no build for this machine. */
export async function createNodeAvMedia(measure?: Measure): Promise<MediaPort | undefined> {
  const version = await ask({ kind: 'version' }, {}).catch(() => undefined)
  return version && createMedia(createEngine(`node-av (FFmpeg ${version.result})`), measure)
}

function createEngine(name: string): Engine {
  return {
    name,
    inspect: async (file, signal) => (await ask({ kind: 'inspect', file }, { signal })).result,
    encode: async (task, options) => {
      await ask({ kind: 'encode', task }, options)
    },
    still: async (task, options) => (await ask({ kind: 'still', task }, options)).result,
    loudness: async (task, options) => (await ask({ kind: 'loudness', task }, options)).printed,
  }
}

/** Runs one request in a child of its own, since the libraries print on stderr and may crash on hostile bytes. */
async function ask<R extends Request>(request: R, { signal, onTime }: EngineOptions) {
  if (signal?.aborted) throw new MediaError('cancelled', 'aborted before it began')
  const child = startChild()
  const state: { answer: Answer | undefined } = { answer: undefined }
  child.on('message', message => {
    const answer = message as Answer
    if (answer.kind === 'time') onTime?.(answer.seconds)
    else state.answer = answer
  })
  const ended = follow(child, () => child.kill('SIGKILL'), signal)
  child.send(request, () => undefined)
  const end = await ended
  const { printed } = end
  const { answer } = state
  if (answer?.kind === 'done') return { result: answer.result as Results[R['kind']], printed }
  const message =
    answer?.kind === 'failed' ? answer.message : `ended with ${end.code ?? end.killedBy ?? 'nothing'}`
  const isRefused = request.kind === 'inspect' && (answer?.kind === 'failed' || isRefusal(end))
  const reason = isRefused || isDamage(`${message}\n${printed}`) ? 'unreadable' : 'failed'
  throw new MediaError(reason, message, { log: tail(printed) })
}

function startChild(): ChildProcess {
  const [source, built] = ['./child.ts', './media-node-av-child.js'].map(name =>
    fileURLToPath(new URL(name, import.meta.url)),
  )
  const entry = existsSync(source!) ? source! : built!
  return fork(entry, [], {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  })
}

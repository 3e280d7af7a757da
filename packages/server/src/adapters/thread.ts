import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** A thread that runs a module of this package: its source, seen from here, or the file that the build made of it. */
export function startThread(source: string, built: string, options: WorkerOptions): Worker {
  const [fromSource, fromBuild] = [source, `./${built}`].map(name =>
    fileURLToPath(new URL(name, import.meta.url)),
  )
  const isSource = existsSync(fromSource!)
  const execArgv = ['--no-warnings', ...(isSource ? ['--conditions=@kinora/source'] : [])]
  const worker = new Worker(isSource ? fromSource! : fromBuild!, { ...options, execArgv })
  // An error of a thread that nobody asks anything would end the process.
  return worker.on('error', () => undefined)
}

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

let started: Promise<string> | undefined

/** The address of the real platform with its demo; started for the first test that asks, shared by all files of the run. */
export function platformFor(origin: string): Promise<string> {
  started ??= start(origin)
  return started
}

/** A process of its own that ends with this one: it watches the channel between the two. */
function start(origin: string): Promise<string> {
  const child = fork(join(import.meta.dirname, 'platform-process.ts'), [origin], {
    execArgv: ['--conditions=@kinora/source', '--disable-warning=ExperimentalWarning'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', url => {
      resolve(String(url))
      letGo(child)
    })
    child.once('exit', code => reject(new Error(`The platform ended with code ${code}.`)))
  })
}

function letGo(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}
